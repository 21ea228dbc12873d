import { execFile } from 'node:child_process'
import { cp, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUp } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { type BusySite, nothingLost, startBusySite, waitForMore } from './support/busy-site.ts'
import { isLongForm } from './support/rounds.ts'

const run = promisify(execFile)

/** Each folder of the data directory is a small file system of its own. */
const folders = { store: '', JetStream: 'nats', 'Audit Service': 'audit-service', logs: 'logs' } as const
const filesystem = 'size=48m,nr_inodes=4000,mode=700'

let folder: TmpFolder
let dataDir: string
let site: BusySite

beforeAll(async () => {
  folder = await tmpFolder()
  // A first start on one file system makes what a later one finds.
  const plain = join(folder.path, 'plain')
  const first = await startUp({ dataDir: plain, args: ['--no-agent'] })
  await first.stop()
  dataDir = join(folder.path, 'data')
  for (const name of Object.values(folders)) {
    await mkdir(join(dataDir, name), { recursive: true, mode: 0o700 })
    await run('mount', ['-t', 'tmpfs', '-o', filesystem, 'rollcall-test', join(dataDir, name)])
  }
  await cp(plain, dataDir, { recursive: true })
  site = await startBusySite(dataDir)
})
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  for (const name of Object.values(folders).toReversed()) await run('umount', [join(dataDir, name)])
  await folder?.remove()
})

const serviceComplains = () =>
  waitForMore('the Audit Service to log it', async () => {
    const log = await readFile(join(dataDir, 'logs', 'audit-service.log'), 'utf8')
    return log.split('\n').filter((line) => /full|ENOSPC|no space/i.test(line)).length
  })
const snapshotsGoIn = () => site.snapshotsGoIn()

/** Each with what shows that the fault is felt, or that it is not. */
const cases = [
  ['space', 'store', () => site.sendsFail()],
  ['inodes', 'store', snapshotsGoIn],
  ['space', 'JetStream', () => site.resultsWait()],
  ['inodes', 'JetStream', snapshotsGoIn],
  ['space', 'Audit Service', serviceComplains],
  ['inodes', 'Audit Service', serviceComplains],
  ['space', 'logs', snapshotsGoIn],
  ['inodes', 'logs', snapshotsGoIn],
] as const

/** In the short form: those that are felt. */
const chosen = cases.filter(([, , effect]) => isLongForm || effect !== snapshotsGoIn)

test.for(chosen)('loses nothing when no %s is left for the %s for a while', async ([kind, place, effect], context) => {
  let free: (() => Promise<void>) | undefined
  const verdict = await site.survive(
    {
      fault: `no ${kind} left for the ${place}`,
      begin: async () => {
        free = await fill(join(dataDir, folders[place]), kind)
      },
      effect: async () => {
        await effect()
        expect((await site.up().api.get('/api/v1/devices?limit=1')).status).toBe(200)
      },
      end: async () => free?.(),
    },
    context,
  )
  expect(verdict).toEqual(nothingLost)
})

/** Takes all that is left of a file system; gives what gives it back. */
async function fill(path: string, kind: 'space' | 'inodes'): Promise<() => Promise<void>> {
  const ballast = join(path, 'ballast')
  await mkdir(ballast)
  if (kind === 'inodes') await untilFull(async (number) => writeFile(join(ballast, `${number}`), ''))
  else {
    await using file = await open(join(ballast, 'space'), 'w')
    for (const bytes of [1024 * 1024, 4096]) await untilFull(() => file.write(Buffer.alloc(bytes)))
  }
  return () => rm(ballast, { recursive: true })
}

async function untilFull(take: (number: number) => Promise<unknown>): Promise<void> {
  for (let number = 0; ; number += 1) {
    try {
      await take(number)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return
      throw error
    }
  }
}
