import { snapshotStorageStateSchema } from '@rollcall/shared/api/snapshot-storage.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allDevices } from '../../flows/support/inventory.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { waitFor } from '../../harness/wait.ts'
import { type AgentFleet, joinAgents, storedSnapshots } from '../support/agents.ts'
import { type Collectors, startCollectors } from '../support/collectors.ts'
import { type CountedBucket, startCountedBucket } from '../support/counted-bucket.ts'
import { snapshotsOf } from '../support/result-ledger.ts'

const agentCount = 4
const waitMsMax = 120_000
const timeout = 5 * waitMsMax
/** Number of snapshots that retention keeps of a device. */
const snapshotsPerDevice = 5
const settingsPath = '/api/v1/site/settings'

let folder: TmpFolder
let collectors: Collectors
let bucket: CountedBucket
let fleet: AgentFleet

beforeAll(async () => {
  folder = await tmpFolder()
  ;[collectors, bucket] = await Promise.all([startCollectors(folder.path), startCountedBucket()])
  fleet = await joinAgents(collectors, agentCount)
})
afterAll(async () => {
  bucket?.release()
  await collectors?.[Symbol.asyncDispose]()
  await bucket?.[Symbol.asyncDispose]()
  await folder?.remove()
})

async function set(settings: object) {
  expect((await collectors.api.call('PATCH', settingsPath, { body: settings })).status).toBe(200)
}

/** Sends that many more snapshots. */
async function sendMore(count: number) {
  const wanted = fleet.accepted() + count
  const sending = fleet.start()
  await waitFor(() => fleet.accepted() >= wanted, { what: `${count} snapshots`, timeoutMs: waitMsMax })
  await sending.stop()
  await fleet.sendRest()
}

const storageState = () => collectors.api.read(`${settingsPath}/snapshot-storage`, snapshotStorageStateSchema)
const untilCopied = () =>
  waitFor(async () => (await storageState()).waiting === 0, { what: 'every copy', timeoutMs: waitMsMax })
const counted = async (text: string) => Number((await collectors.sql(text))[0]?.['count'])
const untilPacked = () => {
  const isPacked = async () => (await counted('SELECT count(*) FROM snapshots WHERE NOT is_packed')) === 0
  return waitFor(isPacked, { what: 'every snapshot to be packed', timeoutMs: waitMsMax, intervalMs: 200 })
}

/** Ids of the snapshots in the bucket. */
const copiedIds = async () =>
  (await bucket.keys())
    .map((key) => key.slice(-'01234567-0123-0123-0123-0123456789ab.json'.length, -'.json'.length))
    .sort()
const storedIds = async () => [...(await storedSnapshots(collectors.api)).ids].sort()

test('each snapshot is copied to the bucket once, with two collectors that do it', { timeout }, async () => {
  await set({ snapshotStorage: bucket.snapshotStorage })
  await sendMore(60)
  await untilCopied()
  const { sent, failingSince } = await storageState()
  expect({ sent, failingSince }).toEqual({ sent: fleet.accepted(), failingSince: null })
  expect(await copiedIds()).toEqual(await storedIds())
  expect([...bucket.puts].filter(([, times]) => times !== 1)).toEqual([])
})

test('the other collector copies the rest when the one that has the turn is killed', { timeout }, async () => {
  await collectors.kill(1)
  bucket.hold()
  const before = new Set(bucket.puts.keys())
  await sendMore(20)
  await waitFor(() => bucket.puts.size > before.size, { what: 'a copy', timeoutMs: waitMsMax })
  await collectors.start(1)
  const heldByFirst = [...bucket.puts.keys()].filter((key) => !before.has(key))
  await collectors.kill(0)
  bucket.release()
  await untilCopied()
  expect((await storageState()).sent).toBe(fleet.accepted())
  expect(await copiedIds()).toEqual(await storedIds())
  // Nobody knows whether they have arrived.
  expect([...bucket.puts].filter(([, times]) => times > 1)).toEqual(heldByFirst.map((key) => [key, 2]))
  await collectors.start(0)
})

test('two collectors that start at once delete and pack as one does, and one goes on without the other', {
  timeout,
}, async () => {
  const devices = await allDevices(collectors.api)
  expect(devices).toHaveLength(agentCount)
  const newestOf = async (id: string) => {
    const newestFirst = (await snapshotsOf(collectors.api, id)).toSorted((a, b) => (a.auditDate < b.auditDate ? 1 : -1))
    return newestFirst.slice(0, snapshotsPerDevice).map((each) => each.id)
  }
  const kept = (await Promise.all(devices.map(({ id }) => newestOf(id)))).flat().sort()
  const contents = async () => {
    const read = kept.map(async (id) => (await collectors.api.get(`/api/v1/snapshots/${id}/download`)).body.toString())
    return Promise.all(read)
  }
  const before = await contents()
  await set({ retention: { snapshotsPerDevice, confirmAbovePercent: 100 } })
  await Promise.all([collectors.kill(0), collectors.kill(1)])
  await Promise.all([collectors.start(0), collectors.start(1)])
  await collectors.kill(0)
  const isDone = async () => (await counted('SELECT count(*) FROM snapshots')) <= kept.length
  await waitFor(isDone, { what: 'the deletions', timeoutMs: waitMsMax, intervalMs: 200 })
  await untilPacked()
  await collectors.untilServed()
  expect(await storedIds()).toEqual(kept)
  expect(await contents()).toEqual(before)
})
