import { counted } from '@rollcall/shared/counted.ts'
import type { Credential } from '@rollcall/shared/messages/credential.ts'
import { untried } from '@rollcall/shared/messages/host-audit.ts'
import type { CloudSource } from '@rollcall/shared/messages/task.ts'
import type { CloudEndpoints } from '../cloud/endpoints.ts'
import { CloudError } from '../cloud/fault.ts'
import { readCloud } from '../cloud/read-cloud.ts'
import type { Report } from '../messaging/report.ts'
import type { TaskOutcome } from '../messaging/task-runs.ts'
import { failed, succeeded } from './outcome.ts'

const instancesMax = 100_000

/**
 * Reports the instances that a cloud lists. No address is probed, because it may belong to another network. The outcome
 * names a region that refuses; if nothing could be read, the task fails.
 */
export async function runCloud(
  source: CloudSource,
  credentials: readonly Credential[],
  endpoints: CloudEndpoints,
  report: Report,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  await report.started(0)
  let counts = { addressesTotal: 0, addressesDone: 0, hostsFound: 0, audited: 0, notAudited: 0, failed: 0 }
  const faults: string[] = []
  let partsRead = 0
  try {
    for await (const { instances, fault } of readCloud(source, credentials, endpoints, signal)) {
      if (fault !== undefined) faults.push(fault)
      if (fault === undefined || instances.length > 0) partsRead += 1
      const audit = untried('listed-only')
      await Promise.all(instances.map(({ id, observation }) => report.host(`${source.kind}/${id}`, observation, audit)))
      const found = counts.hostsFound + instances.length
      counts = { ...counts, addressesTotal: found, addressesDone: found, hostsFound: found, notAudited: found }
      report.progress(counts)
      if (found >= instancesMax) {
        faults.push(
          `only the first ${counted(found, 'instance was', 'instances were')} read: use several segments, each with some of the regions`,
        )
        break
      }
    }
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    return failed([...faults, error.message].join('; '))
  }
  return partsRead === 0 && faults.length > 0 ? failed(faults.join('; ')) : succeeded(faults)
}
