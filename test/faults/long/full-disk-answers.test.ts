import { join } from 'node:path'
import { newId } from '@rollcall/shared/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startUp, type Up } from '../../harness/rollcall.ts'
import { smallDisk } from '../../harness/small-disk.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { waitFor } from '../../harness/wait.ts'

let folder: TmpFolder
let disk: Awaited<ReturnType<typeof smallDisk>>
let up: Up

beforeAll(async () => {
  folder = await tmpFolder()
  disk = await smallDisk(join(folder.path, 'data'), { size: '96m' })
  up = await startUp({ dataDir: disk.path, args: ['--no-agent'] })
})
afterAll(async () => {
  await up?.stop()
  await disk?.unmount()
  await folder?.remove()
})

const importHost = (name: string) =>
  up.api.post('/api/v1/imports', {
    schemaVersion: 1,
    id: newId(),
    source: 'Agent',
    observedAt: new Date().toISOString(),
    type: 'computer',
    name,
    identity: { machineId: newId().replaceAll('-', '') },
    depth: 'audit',
    software: [{ name: 'vim', version: '9.1' }],
  })
const readiness = async () => {
  const answer = await up.api.get('/readyz')
  return { code: answer.status, ...z.record(z.string(), z.string()).parse(answer.json()) }
}
const alerts = async () => {
  const { items } = await up.api.read('/api/v1/alerts', z.object({ items: z.array(z.object({ kind: z.string() })) }))
  return items.map(({ kind }) => kind)
}

test('on a full disk reads succeed, writes are refused with the reason, and the collector recovers by itself', async () => {
  expect((await importHost('before')).status).toBe(201)
  expect(await readiness()).toEqual({ code: 200, status: 'ready', store: 'ok', disk: 'ok', nats: 'ok' })

  await disk.fill()
  await waitFor(async () => (await readiness()).code === 503, { what: 'it to be not ready' })
  const refused = await importHost('during')
  expect({
    status: refused.status,
    type: refused.headers['content-type'],
    wait: refused.headers['retry-after'],
  }).toEqual({
    status: 507,
    type: 'application/problem+json',
    wait: '60',
  })
  expect(refused.json()).toMatchObject({ code: 'storage_full', detail: expect.stringContaining('disk is full') })
  expect((await up.api.get('/healthz')).status).toBe(200)
  for (let call = 0; call < 50; call += 1) expect((await up.api.get('/api/v1/devices')).status).toBe(200)
  // Small writes go in as long as the log has room of its own, and are refused then; nothing is a defect.
  const statuses = new Set<number>()
  for (let call = 0; call < 400; call += 1)
    statuses.add((await up.api.post('/api/v1/tags', { name: `tag ${call}` })).status)
  expect([...statuses].filter((status) => ![201, 507].includes(status))).toEqual([])
  expect(await alerts()).toContain('storage.full')
  expect(await readiness()).toMatchObject({ code: 503, store: 'the disk is full' })

  await disk.clear()
  await waitFor(async () => (await readiness()).code === 200, { what: 'it to heal', timeoutMs: 30_000 })
  expect((await importHost('after')).status).toBe(201)
  expect(await alerts()).not.toContain('storage.full')
  const names = z.object({ items: z.array(z.object({ name: z.string() })) })
  const { items } = await up.api.read('/api/v1/devices', names)
  expect(items.map(({ name }) => name).sort()).toEqual(['after', 'before'])
})
