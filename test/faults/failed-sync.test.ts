import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { faultyDisk } from '../harness/faulty-disk.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'

let folder: TmpFolder
let up: Up
let disk: Awaited<ReturnType<typeof faultyDisk>>

beforeAll(async () => {
  folder = await tmpFolder()
  const dataDir = join(folder.path, 'data')
  disk = await faultyDisk(join(dataDir, 'rollcall.db'), join(folder.path, 'disk'))
  up = await startUp({ dataDir, args: ['--no-agent'], env: disk.env })
})
afterAll(async () => {
  await up?.stop()
  await folder?.remove()
})

const createTag = (name: string) => up.api.post('/api/v1/tags', { name })
const tags = async () => {
  const { items } = await up.api.read(
    '/api/v1/tags?limit=100',
    z.object({ items: z.array(z.object({ name: z.string() })) }),
  )
  return items.map(({ name }) => name)
}

test.each(['EIO', 'ENOSPC'] as const)(
  'a sync that fails with %s ends the collector, which is restarted',
  async (error) => {
    expect((await createTag(`before ${error}`)).status).toBe(201)
    const pid = up.pidOf('collector')
    await disk.set({ sync: error })
    // The process ends before it answers: what is not on the disk is never said to be stored.
    await expect(createTag(`during ${error}`)).rejects.toThrow()
    await waitFor(() => up.process.output().includes('collector ended (code 74)'), { what: 'its end to be told' })
    await disk.set({})
    await waitFor(() => up.pidOf('collector') !== pid, { what: 'the collector to be started again', timeoutMs: 60_000 })
    await waitFor(async () => (await up.api.get('/readyz')).status === 200, {
      what: 'it to be ready',
      timeoutMs: 60_000,
    })
    expect((await createTag(`after ${error}`)).status).toBe(201)
    expect(await tags()).toEqual(expect.arrayContaining([`before ${error}`, `after ${error}`]))
  },
)
