import { describeAudit } from '@rollcall/shared/audit-reasons.ts'
import type { Credential } from '@rollcall/shared/messages/credential.ts'
import { hostAuditOf, isAudited } from '@rollcall/shared/messages/host-audit.ts'
import type { Task } from '@rollcall/shared/messages/task.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { addresses, countAddresses } from '@rollcall/shared/targets/ranges.ts'
import { auditHost } from '../audit/audit-host.ts'
import { testProbes } from '../audit/probes-for.ts'
import type { ScanShared } from '../audit/scan.ts'
import type { Report } from '../messaging/report.ts'
import type { TaskOutcome } from '../messaging/task-runs.ts'
import { createPtrLookup } from '../probes/dns/ptr-lookup.ts'
import { UdpTransport } from '../probes/snmp/transport.ts'
import { failed, succeeded } from './outcome.ts'

/**
 * Tries the task's credential at its one address, with the same limits as a scan. Only the result is reported: the test
 * adds no device.
 */
export async function runCredentialTest(
  task: Task,
  credentials: readonly Credential[],
  report: Report,
  signal: AbortSignal,
  { hostKeys, hosts, nameServers }: ScanShared,
): Promise<TaskOutcome> {
  const { ranges, names, errors } = parseTargets(task.addresses, { allowNames: false })
  if (errors.length > 0 || names.length > 0 || countAddresses(ranges) !== 1n) {
    return failed('a credential is tested at one address')
  }
  await report.started(1)
  const [address = ''] = addresses(ranges)
  const transport = new UdpTransport()
  const reverseNames = createPtrLookup(nameServers)
  try {
    const { options, unreadableCredentials: unreadable } = task
    const means = { credentials, unreadable, transport, reverseNames, hostKeys, hosts, signal }
    const { audit: found } = await auditHost({ address, foundBy: 'snmp' }, await testProbes(options, means), signal)
    // A login that works is what a test is for, without an observation of the host.
    const audit = hostAuditOf(found.attempts, found.attempts.some(isAudited))
    await report.tested(address, audit)
    return isAudited(audit) ? succeeded([]) : failed(describeAudit(audit, () => undefined))
  } finally {
    reverseNames.close()
    await transport.close()
  }
}
