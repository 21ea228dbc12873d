import { type AuditedHost, auditHost } from '@rollcall/audit-service/audit/audit-host.ts'
import { probesFor } from '@rollcall/audit-service/audit/probes-for.ts'
import { discover } from '@rollcall/audit-service/discovery/discover.ts'
import type { LiveHost } from '@rollcall/audit-service/discovery/live-host.ts'
import { createPtrLookup } from '@rollcall/audit-service/probes/dns/ptr-lookup.ts'
import { UdpTransport } from '@rollcall/audit-service/probes/snmp/transport.ts'
import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { type AddressRange, addresses, countAddresses } from '@rollcall/shared/targets/ranges.ts'
import type { CredentialOptions } from '../credential-options.ts'
import { readCredentials } from '../credentials.ts'
import { oneLine } from '../output.ts'
import { openSshState } from '../ssh-state.ts'
import { stopSignal } from '../stop-signal.ts'
import { resolveTargets } from '../targets.ts'

export type ProbeCommandOptions = CredentialOptions & {
  recording?: string
  record?: string
  port: number
  osDetection?: boolean
  json?: boolean
}

const hostTimeoutMs = 10 * 60_000

/** Runs all probes of a scan on one host, even if discovery does not find it. */
export async function probeHost(host: string, options: ProbeCommandOptions): Promise<ObservationInput> {
  const credentials = readCredentials(options)
  const ranges = await resolveTargets([host])
  if (countAddresses(ranges) > 1n)
    throw new OperatorError(`${host} is more than one address; use "rollcall scan" instead`)
  const [address = ''] = addresses(ranges)
  const signal = stopSignal()
  const transport = new UdpTransport()
  const reverseNames = createPtrLookup()
  const ssh = openSshState(credentials, options)
  try {
    const { port, osDetection = false } = options
    const scanOptions = scanOptionsSchema.parse({ snmpPorts: [port], osDetection, hostTimeoutMs })
    const probes = await probesFor(scanOptions, { credentials, transport, reverseNames, signal, ...ssh })
    const live = await findHost(ranges, signal)
    const audit = await auditHost(live ?? { address, foundBy: 'snmp' }, probes, signal)
    const { observation } = audit
    if (live === undefined && isEmpty(observation))
      throw new OperatorError(`nothing was read from ${host}: ${reasons(observation)}`)
    if (options.record !== undefined) await writeRecording(options.record, audit)
    return observation
  } finally {
    ssh?.hosts.close()
    reverseNames.close()
    await transport.close()
  }
}

/** Discovers the host, for example for its MAC address. */
async function findHost(ranges: readonly AddressRange[], signal: AbortSignal): Promise<LiveHost | undefined> {
  for await (const live of discover(ranges, {}, signal)) return live
  return undefined
}

async function writeRecording(file: string, { recording, observation }: AuditedHost): Promise<void> {
  if (recording === '') throw new OperatorError(`there is nothing to record: ${reasons(observation)}`)
  try {
    await writeFileWhole(file, recording)
  } catch (error) {
    throw new OperatorError(`cannot write the recording ${file}: ${messageOf(error)}`)
  }
}

const isEmpty = ({ depth, network }: ObservationInput): boolean =>
  depth === 'discovery' && (network?.services ?? []).length === 0

const reasons = ({ probes = [] }: ObservationInput): string =>
  oneLine(probes.flatMap(({ outcome, detail }) => (outcome !== 'ok' && detail ? [detail] : [])).join('; '))
