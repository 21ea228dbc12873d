import type { Credential } from '@rollcall/shared/messages/credential.ts'
import type { Task } from '@rollcall/shared/messages/task.ts'
import { createOutbound, type Outbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { type AddressRange, addresses, countAddresses, mergeRanges } from '@rollcall/shared/targets/ranges.ts'
import { targetAddressesMax } from '@rollcall/shared/targets/refused.ts'
import { type ScanCounts, type ScanShared, scan } from '../audit/scan.ts'
import { type CloudEndpoints, publicClouds } from '../cloud/endpoints.ts'
import { type ResolveOptions, resolveNames } from '../discovery/resolve-names.ts'
import type { Report } from '../messaging/report.ts'
import type { TaskOutcome } from '../messaging/task-runs.ts'
import { watchHostKeys } from './host-key-changes.ts'
import { countAndNames, failed, succeeded } from './outcome.ts'
import { runCloud } from './run-cloud.ts'
import { runDirectory } from './run-directory.ts'

export type RunTaskOptions = Pick<ResolveOptions, 'lookup'> &
  ScanShared & {
    /** Default: those of the public clouds. */
    cloud?: CloudEndpoints
    /** Default: no address is open beside those that are open anyway. */
    outbound?: Outbound
  }

const nameTimeoutMs = 5_000

/** Does what the task says, for addresses or for what its source lists. */
export async function runTask(
  task: Task,
  credentials: readonly Credential[],
  report: Report,
  signal: AbortSignal,
  options: RunTaskOptions = {},
): Promise<TaskOutcome> {
  const watched = watchHostKeys(report)
  const hostKeys = options.hostKeys && { ...options.hostKeys, requireKnown: task.requireKnownHostKeys }
  return watched.told(await run(task, credentials, watched.report, signal, { ...options, hostKeys }))
}

async function run(
  task: Task,
  credentials: readonly Credential[],
  report: Report,
  signal: AbortSignal,
  options: RunTaskOptions,
): Promise<TaskOutcome> {
  const { source } = task
  if (source === undefined) return runAddresses(task, credentials, report, signal, options)
  if (source.kind === 'active-directory') {
    const directory = { ...source.directory, outbound: options.outbound ?? createOutbound({}) }
    return runDirectory(task, directory, credentials, report, signal, options)
  }
  return runCloud(source, credentials, options.cloud ?? publicClouds, report, signal)
}

/**
 * Scans what the task names, or audits it: a scan looks for what is there, an audit has failed where what was there
 * does not answer or cannot be read. Its addresses are parsed again here: nothing the bus carries reaches a probe
 * unseen.
 */
async function runAddresses(
  task: Task,
  credentials: readonly Credential[],
  report: Report,
  signal: AbortSignal,
  { lookup, ...shared }: RunTaskOptions,
): Promise<TaskOutcome> {
  const targets = parseTargets(task.addresses, { allowNames: true })
  if (targets.errors.length > 0) {
    return failed(targets.errors.map((each) => each.message).join('; '))
  }
  const resolving = { allowLoopback: false, timeoutMs: nameTimeoutMs, signal, ...(lookup ? { lookup } : {}) }
  const resolved = await resolveNames(targets.names, resolving)
  const unresolved = resolved.failures.map(({ name, reason }) => `${name}: ${reason}`).join('; ')
  const ranges = mergeRanges([...targets.ranges, ...resolved.ranges])
  if (ranges.length === 0) return failed(`there is no address to scan: ${unresolved}`)
  const total = countAddresses(ranges)
  if (total > targetAddressesMax) {
    return failed(`with those of its names it has ${total} addresses; at most ${targetAddressesMax} are taken`)
  }
  await report.started(Number(total))
  const silent = createSilent(task, ranges)
  const counts = await scan(
    { ranges, options: task.options, credentials, ...shared },
    {
      host: (address, { observation, raw }) => {
        silent.delete(address)
        return report.host(address, observation, raw)
      },
      progress: (counts) => report.progress(counts),
    },
    signal,
  )
  if (task.kind === 'audit') return auditOutcome(counts, silent)
  return succeeded(unresolved === '' ? [] : [`not scanned: ${unresolved}`])
}

/** Of an audit: the addresses that have not answered. A scan, which may be of a million, has no use for them. */
const createSilent = ({ kind }: Task, ranges: readonly AddressRange[]): Set<string> =>
  new Set(kind === 'audit' ? addresses(ranges) : [])

function auditOutcome({ hostsFound, audited }: ScanCounts, silent: ReadonlySet<string>): TaskOutcome {
  if (hostsFound === 0) return failed('nothing answered')
  if (audited === 0) return failed('nothing that answered could be read: is there a credential for it?')
  return succeeded(countAndNames('did not answer', [...silent]))
}
