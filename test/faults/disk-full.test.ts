import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongForm } from '../harness/long-form.ts'
import { type SmallDisk, smallDisk } from '../harness/small-disk.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { type BusySite, nothingLost, startBusySite, waitForMore } from './support/busy-site.ts'

/** Each folder of the data directory is a small file system of its own. */
const folders = { store: '', JetStream: 'nats', 'Audit Service': 'audit-service', logs: 'logs' } as const
type Place = keyof typeof folders
const places = Object.keys(folders) as Place[]

let folder: TmpFolder
let dataDir: string
const disks = new Map<Place, SmallDisk>()
let site: BusySite

beforeAll(async () => {
  folder = await tmpFolder()
  dataDir = join(folder.path, 'data')
  for (const place of places) {
    disks.set(place, await smallDisk(join(dataDir, folders[place]), { size: '48m', inodes: 4000 }))
  }
  site = await startBusySite(dataDir)
})
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  for (const disk of [...disks.values()].toReversed()) await disk.unmount()
  await folder?.remove()
})

const serviceComplains = () =>
  waitForMore('the Audit Service to log it', async () => {
    const log = await readFile(join(dataDir, 'logs', 'audit-service.log'), 'utf8')
    return log.split('\n').filter((line) => /full|ENOSPC|no space/i.test(line)).length
  })
const notReady = () =>
  waitFor(async () => (await site.up().api.get('/readyz')).status === 503, { what: 'it to be not ready' })
const snapshotsGoIn = () => site.snapshotsGoIn()

/** Each with what shows that the fault is felt, or that it is not. */
const cases: [kind: 'space' | 'inodes', where: Place | 'whole data directory', effect: () => Promise<unknown>][] = [
  ['space', 'whole data directory', () => site.sendsFail()],
  ['inodes', 'whole data directory', notReady],
  ['space', 'store', () => site.sendsFail()],
  ['inodes', 'store', snapshotsGoIn],
  ['space', 'JetStream', () => site.resultsWait()],
  ['inodes', 'JetStream', snapshotsGoIn],
  ['space', 'Audit Service', serviceComplains],
  ['inodes', 'Audit Service', serviceComplains],
  ['space', 'logs', snapshotsGoIn],
  ['inodes', 'logs', snapshotsGoIn],
]

/** In the short form: those without space that are felt. */
const chosen = cases.filter(([kind, , effect]) => isLongForm || (kind === 'space' && effect !== snapshotsGoIn))

test.for(chosen)(
  'loses nothing when no %s is left for the %s for some time',
  async ([kind, where, effect], context) => {
    const full = (where === 'whole data directory' ? places : [where]).flatMap((place) => disks.get(place) ?? [])
    const verdict = await site.survive(
      {
        fault: `no ${kind} left for the ${where}`,
        begin: async () => {
          for (const disk of full) await disk.fill(kind)
        },
        effect: async () => {
          await effect()
          expect((await site.up().api.get('/api/v1/devices?limit=1')).status).toBe(200)
        },
        end: async () => {
          for (const disk of full) await disk.clear()
        },
      },
      context,
    )
    expect(verdict).toEqual(nothingLost)
  },
)
