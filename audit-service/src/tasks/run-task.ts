import type { SnmpCredential } from '@rollcall/shared/messages/credential.ts'
import type { Task } from '@rollcall/shared/messages/task.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { countAddresses, mergeRanges } from '@rollcall/shared/targets/ranges.ts'
import { scan } from '../audit/scan.ts'
import { resolveNames } from '../discovery/resolve-names.ts'
import type { Report } from '../messaging/report.ts'
import type { TaskOutcome } from '../messaging/task-runs.ts'

const nameTimeoutMs = 5_000

/** Scans what the task names. Its addresses are parsed again here: nothing the bus carries reaches a probe unseen. */
export async function runTask(
  task: Task,
  credentials: readonly SnmpCredential[],
  report: Report,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const targets = parseTargets(task.addresses, { allowNames: true })
  if (targets.errors.length > 0) {
    return {
      status: 'Failed',
      error: targets.errors
        .map((each) => each.message)
        .join('; ')
        .slice(0, 1000),
    }
  }
  const resolved = await resolveNames(targets.names, { allowLoopback: false, timeoutMs: nameTimeoutMs, signal })
  const ranges = mergeRanges([...targets.ranges, ...resolved.ranges])
  await report.started(Number(countAddresses(ranges)))
  await scan(
    { ranges, options: task.options, credentials },
    {
      host: (address, { observation, raw }) => report.host(address, observation, raw),
      progress: (counts) => report.progress(counts),
    },
    signal,
  )
  const unresolved = resolved.failures.map(({ name, reason }) => `${name}: ${reason}`)
  return unresolved.length === 0
    ? { status: 'Success' }
    : { status: 'Success', error: `not scanned: ${unresolved.join('; ')}`.slice(0, 1000) }
}
