import { writeFileSync } from 'node:fs'
import { auditHost, type HostAudit } from '@rollcall/audit-service/audit/audit-host.ts'
import { snmpProbe } from '@rollcall/audit-service/audit/host-probes/snmp.ts'
import { mergeObservation } from '@rollcall/audit-service/audit/merge.ts'
import { readFacts } from '@rollcall/audit-service/probes/snmp/facts.ts'
import { observe } from '@rollcall/audit-service/probes/snmp/observe.ts'
import { openRecording } from '@rollcall/audit-service/probes/snmp/recording.ts'
import { UdpTransport } from '@rollcall/audit-service/probes/snmp/transport.ts'
import { UsmKeyCache } from '@rollcall/audit-service/probes/snmp/usm-keys.ts'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { type ObservationInput, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { addresses, countAddresses } from '@rollcall/shared/targets/ranges.ts'
import { describeObservation } from '../describe.ts'
import { print } from '../output.ts'
import { stopSignal } from '../stop-signal.ts'
import { resolveTargets } from '../targets.ts'
import type { ProbeCommandOptions } from './probe.ts'

const hostTimeoutMs = 10 * 60_000

export async function runProbe(host: string | undefined, options: ProbeCommandOptions): Promise<void> {
  const seen =
    options.recording === undefined ? await probeHost(host ?? '', options) : await readRecording(options.recording)
  const observation = observationSchema.parse(seen)
  print(options.json, observation, () => describeObservation(observation))
}

async function probeHost(
  host: string,
  { snmpCommunity, port, record }: ProbeCommandOptions,
): Promise<ObservationInput> {
  const ranges = await resolveTargets([host])
  if (countAddresses(ranges) > 1n)
    throw new OperatorError(`${host} is more than one address; "rollcall scan" takes those`)
  const [address = ''] = addresses(ranges)
  const transport = new UdpTransport()
  try {
    const credentials =
      snmpCommunity.length > 0
        ? snmpCommunity
        : [{ kind: 'snmp-community', version: 'v2c', community: 'public' } as const]
    const snmp = snmpProbe({ transport, keys: new UsmKeyCache(), credentials, ports: [port], hostTimeoutMs })
    const audit = await auditHost({ address, foundBy: 'snmp' }, { others: [snmp], hostTimeoutMs }, stopSignal())
    if (record !== undefined) keepRecording(record, audit)
    if (audit.observation.depth !== 'audit') {
      const reasons = audit.observation.probes?.filter((each) => each.outcome !== 'ok').map((each) => each.detail)
      throw new OperatorError(`nothing was read from ${host}: ${reasons?.join('; ')}`)
    }
    return audit.observation
  } finally {
    await transport.close()
  }
}

function keepRecording(file: string, { recording }: HostAudit): void {
  if (recording === '') return
  try {
    writeFileSync(file, recording, { mode: 0o600 })
  } catch (error) {
    throw new OperatorError(`cannot write the recording ${file}: ${messageOf(error)}`)
  }
}

/** The very code a live host runs through; only the reader differs. */
async function readRecording(file: string): Promise<ObservationInput> {
  const reader = await openRecording(file)
  const observation = observe(await readFacts(reader))
  const made = { id: newId(), observedAt: new Date().toISOString() }
  const snmp = { outcome: 'ok' as const, detail: `recording ${file}`, tried: [], port: 161, observation }
  return mergeObservation({ live: undefined, snmp, probes: [{ probe: 'snmp', outcome: 'ok' }], truncated: [] }, made)
}
