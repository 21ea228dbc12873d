import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type SnapshotListItem, snapshotListSchema } from '@rollcall/shared/api/snapshot.ts'
import { type Result, resultSchema } from '@rollcall/shared/messages/result.ts'
import { decodeMessage } from '@rollcall/shared/node/wire.ts'
import { allDevices } from '../../flows/support/inventory.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { waitFor } from '../../harness/wait.ts'

type HostResult = Extract<Result, { kind: 'host' }>

const pollMs = 5
/** A spool entry begins with a header line, then the ids of the result and of its task. */
const idsBytes = 72

/** Results that an Audit Service has accepted for delivery, as seen in its spool. */
export type ResultLedger = {
  /** By the result's id. */
  results: ReadonlyMap<string, HostResult>
  stop: () => Promise<void>
}

export function watchSpool(stateDir: string): ResultLedger {
  const results = new Map<string, HostResult>()
  const watch = watchEntries(join(stateDir, 'spool'), async (bytes) => {
    const result = await readResult(bytes.subarray(idsBytes))
    if (result?.kind === 'host') results.set(result.id, result)
  })
  return { results, stop: watch.stop }
}

/** Reads the entries of a spool again and again; what is delivered at once may pass unseen. */
export function watchEntries(folder: string, read: (bytes: Buffer) => unknown): { stop: () => Promise<void> } {
  const seen = new Set<string>()
  const stopping = new AbortController()
  const watch = async () => {
    while (!stopping.signal.aborted) {
      for (const name of await namesIn(folder)) {
        if (seen.has(name)) continue
        // Undefined when it was delivered meanwhile.
        const content = await readFile(join(folder, name)).catch(() => undefined)
        if (content === undefined) continue
        seen.add(name)
        await read(content.subarray(content.indexOf('\n') + 1))
      }
      await delay(pollMs)
    }
  }
  const watching = watch()
  return {
    stop: () => {
      stopping.abort()
      return watching
    },
  }
}

/** Names of the entries that wait in a spool, oldest first. */
export async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^\d{12}-/.test(name)).sort()
}

/** Undefined of what is no result, as a test may have put it there. */
async function readResult(message: Uint8Array): Promise<Result | undefined> {
  const decoded = await decodeMessage(message).catch(() => undefined)
  return resultSchema.safeParse(decoded).data
}

/** Compares when everything is stored, or after a while in which results on their way would have been. */
export async function compareWhenStored(
  api: ApiClient,
  results: ReadonlyMap<string, HostResult>,
): Promise<{ lost: string[]; doubled: string[] }> {
  const isStored = async () => (await compareResults(api, results)).lost.length === 0
  const wait = waitFor(isStored, { what: 'every result to be stored', timeoutMs: 30_000, intervalMs: 200 })
  await wait.catch(() => undefined)
  return compareResults(api, results)
}

/** Counts the results that the store lacks, and the snapshots that it has twice. */
export async function compareResults(
  api: ApiClient,
  results: ReadonlyMap<string, HostResult>,
): Promise<{ lost: string[]; doubled: string[] }> {
  const times = new Map<string, string[]>()
  for (const device of await allDevices(api)) {
    const address = device.ipAddress ?? device.id
    const dates = (await snapshotsOf(api, device.id)).map(({ auditDate }) => auditDate)
    // Two devices of one address would be one that is there twice.
    times.set(address, [...(times.get(address) ?? []), ...dates])
  }
  const lost = [...results.values()]
    .map(({ address, observation }) => ({ address, at: new Date(observation.observedAt).toISOString() }))
    .filter(({ address, at }) => !times.get(address)?.includes(at))
    .map(({ address, at }) => `${address} at ${at}`)
  const doubled = [...times].flatMap(([address, dates]) => {
    const twice = dates.filter((date, index) => dates.indexOf(date) !== index)
    return twice.map((date) => `${address} at ${date}`)
  })
  return { lost, doubled }
}

export async function snapshotsOf(api: ApiClient, deviceId: string): Promise<SnapshotListItem[]> {
  const found: SnapshotListItem[] = []
  for (;;) {
    const path = `/api/v1/devices/${deviceId}/snapshots?limit=1000&offset=${found.length}`
    const { items, total } = await api.read(path, snapshotListSchema)
    found.push(...items)
    if (items.length === 0 || found.length >= total) return found
  }
}
