import { counted } from '@rollcall/shared/counted.ts'
import type { Credential } from '@rollcall/shared/messages/credential.ts'
import type { Task } from '@rollcall/shared/messages/task.ts'
import { createOutbound, type Outbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { targetAddressesMax } from '@rollcall/shared/targets/limits.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { type AddressRange, addresses, countAddresses, mergeRanges } from '@rollcall/shared/targets/ranges.ts'
import { type ScanCounts, type ScanShared, scan } from '../audit/scan.ts'
import { type CloudEndpoints, publicClouds } from '../cloud/endpoints.ts'
import { type ResolveOptions, resolveNames } from '../discovery/resolve-target-names.ts'
import type { Report } from '../messaging/report.ts'
import type { TaskOutcome } from '../messaging/task-runs.ts'
import type { HostKeys } from '../probes/ssh/host-keys.ts'
import { watchHostKeys } from './host-key-changes.ts'
import { countAndNames, failed, succeeded } from './outcome.ts'
import { runCloud } from './run-cloud.ts'
import { runCredentialTest } from './run-credential-test.ts'
import { runDirectory } from './run-directory.ts'

export type RunTaskOptions = Pick<ResolveOptions, 'lookup'> &
  ScanShared & {
    /** Default: the URLs of the public clouds. */
    cloud?: CloudEndpoints
    /** Default: only addresses that are always allowed. */
    outbound?: Outbound
  }

const nameTimeoutMs = 5_000

/** Runs a task for its addresses or for those that its source lists. */
export async function runTask(
  task: Task,
  credentials: readonly Credential[],
  report: Report,
  signal: AbortSignal,
  options: RunTaskOptions = {},
): Promise<TaskOutcome> {
  const watched = watchHostKeys(report)
  const hostKeys =
    options.hostKeys && ({ ...options.hostKeys, requirePinned: task.requireKnownHostKeys } satisfies HostKeys)
  return watched.withChanges(await run(task, credentials, watched.report, signal, { ...options, hostKeys }))
}

async function run(
  task: Task,
  credentials: readonly Credential[],
  report: Report,
  signal: AbortSignal,
  options: RunTaskOptions,
): Promise<TaskOutcome> {
  if (task.kind === 'credential-test') return runCredentialTest(task, credentials, report, signal, options)
  const { source } = task
  if (source === undefined) return runAddresses(task, credentials, report, signal, options)
  if (source.kind === 'active-directory') {
    const directory = { ...source.directory, outbound: options.outbound ?? createOutbound({}) }
    return runDirectory(task, directory, credentials, report, signal, options)
  }
  return runCloud(source, credentials, options.cloud ?? publicClouds, report, signal)
}

/**
 * Scans or audits the task's addresses: a scan finds hosts, while an audit fails if its hosts do not answer or cannot
 * be read. The addresses are parsed again, so that nothing from the bus reaches a probe unchecked.
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
    return failed(
      `with the addresses of its names it has ${counted(total, 'address', 'addresses')}; at most ${targetAddressesMax} are allowed`,
    )
  }
  await report.started(Number(total))
  const silent = createSilent(task, ranges)
  const counts = await scan(
    { ranges, options: task.options, credentials, unreadable: task.unreadableCredentials, ...shared },
    {
      host: (address, { observation, audit, raw }) => {
        silent.delete(address)
        return report.host(address, observation, audit, raw)
      },
      progress: (counts) => report.progress(counts),
    },
    signal,
  )
  if (task.kind === 'audit') return auditOutcome(counts, silent)
  return succeeded(unresolved === '' ? [] : [`not scanned: ${unresolved}`])
}

/** Returns the set of silent addresses for an audit. A scan, of up to a million addresses, does not need it. */
const createSilent = ({ kind }: Task, ranges: readonly AddressRange[]): Set<string> =>
  new Set(kind === 'audit' ? addresses(ranges) : [])

function auditOutcome({ hostsFound, audited }: ScanCounts, silent: ReadonlySet<string>): TaskOutcome {
  if (hostsFound === 0) return failed('nothing answered')
  if (audited === 0) return failed('no host that answered could be read: is there a credential for it?')
  return succeeded(countAndNames('did not answer', [...silent]))
}
