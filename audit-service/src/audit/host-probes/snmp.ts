import type { SnmpCredential } from '@rollcall/shared/messages/credential.ts'
import type { HostMemory } from '../../host-memory/host-memory.ts'
import { probeSnmp, type SnmpProbeResult } from '../../probes/snmp/probe.ts'
import { defaultHostLimits } from '../../probes/snmp/reader.ts'
import type { UdpTransport } from '../../probes/snmp/transport.ts'
import type { UsmKeyCache } from '../../probes/snmp/usm-keys.ts'
import type { HostProbe, ProbedHost } from '../host-probe.ts'

type SnmpAccess = {
  transport: UdpTransport
  keys: UsmKeyCache
  credentials: readonly SnmpCredential[]
  /** The first that answers is read. */
  ports: readonly number[]
  /** Of all probes of one host together. */
  hostTimeoutMs: number
  /** Without it nothing is known of earlier reads, and a host may be asked with wrong credentials any time. */
  hosts?: HostMemory | undefined
}

const timeoutMs = 1_000
const retries = 1
/** Reading ends before the time of the host does, which would lose all that was read. */
const readingShare = 0.8

/** What the device says of itself by SNMP. */
export const snmpProbe = (access: SnmpAccess): HostProbe => ({
  name: 'snmp',
  async run(host) {
    const snmp = await read(host, access)
    return { outcome: snmp.outcome, detail: snmp.detail, findings: { snmp } }
  },
})

async function read(
  { live: { address }, recorder, signal }: ProbedHost,
  { ports, hosts, hostTimeoutMs, ...access }: SnmpAccess,
): Promise<SnmpProbeResult & { port: number }> {
  const known = hosts?.snmpOf(address)
  const asked = {
    ...access,
    ...{ address, timeoutMs, retries, signal, known },
    onVarbind: recorder.add,
    attempts: hosts && attemptsOf(hosts, address),
    hostLimits: { ...defaultHostLimits, timeMs: hostTimeoutMs * readingShare },
  }
  let last: (SnmpProbeResult & { port: number }) | undefined
  for (const port of ports.toSorted((a, b) => Number(b === known?.port) - Number(a === known?.port))) {
    const result = await probeSnmp({ ...asked, port })
    if (result.outcome !== 'no-answer' || last === undefined) last = { ...result, port }
    if (result.outcome !== 'ok') continue
    const { credentialId, engine = false } = result
    if (credentialId !== undefined) hosts?.readBySnmp(address, { port, credentialId, engine })
    break
  }
  return last ?? { outcome: 'no-answer', detail: 'no port to ask', tried: [], port: 0 }
}

const attemptsOf = (hosts: HostMemory, address: string) => ({
  refusedToday: () => hosts.refusedToday(address),
  refused: () => hosts.refused(address),
  resumeAt: () => hosts.resumeAt(address),
  stoppedAt: (credentialId: string) => hosts.stoppedAt(address, credentialId),
})
