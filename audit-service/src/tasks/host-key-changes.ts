import type { Report } from '../messaging/report.ts'
import type { TaskOutcome } from '../messaging/task-runs.ts'
import { keyChangeText } from '../probes/ssh/host-keys.ts'
import { cutError } from './outcome.ts'

/**
 * Watches a task's report for hosts with another SSH host key than the pinned one. A person must check them, so the
 * task's end names them, whatever its outcome.
 */
export function watchHostKeys(report: Report): { report: Report; withChanges(outcome: TaskOutcome): TaskOutcome } {
  const changes: string[] = []
  return {
    report: {
      ...report,
      host(address, observation, audit, raw) {
        const ssh = observation.probes?.find(({ probe }) => probe === 'ssh')
        if (ssh?.detail?.startsWith(keyChangeText)) changes.push(`${address}: ${ssh.detail}`)
        return report.host(address, observation, audit, raw)
      },
    },
    withChanges(outcome) {
      if (changes.length === 0) return outcome
      return { ...outcome, error: cutError([...changes, ...(outcome.error ? [outcome.error] : [])].join('; ')) }
    },
  }
}
