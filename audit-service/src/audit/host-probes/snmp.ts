import type { SnmpCredential } from '@rollcall/shared/messages/credential.ts'
import type { AuditAttempt } from '@rollcall/shared/messages/host-audit.ts'
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
  /** If true, nothing is read after a credential worked. */
  loginOnly?: boolean
  /** Ports to try; the first that answers is used. */
  ports: readonly number[]
  /** Time limit of all probes of one host together. */
  hostTimeoutMs: number
  /** Without it no earlier reads are known, and wrong credentials may be sent at any time. */
  hosts?: HostMemory | undefined
}

const timeoutMs = 1_000
const retries = 1
/** Share of the host's time for reading: it must end before the time does, otherwise all data is lost. */
const readingShare = 0.8

/** Reads the device by SNMP. */
export const snmpProbe = (access: SnmpAccess): HostProbe => ({
  name: 'snmp',
  async run(host) {
    const snmp = await read(host, access)
    return { outcome: snmp.outcome, detail: snmp.detail, tried: snmp.tried, findings: { snmp } }
  },
})

async function read(
  { live: { address }, recorder, signal }: ProbedHost,
  { ports, hosts, hostTimeoutMs, ...access }: SnmpAccess,
): Promise<SnmpProbeResult & { port: number }> {
  const lastRead = hosts?.snmpOf(address)
  const probeOptions = {
    ...access,
    ...{ address, timeoutMs, retries, signal, known: lastRead },
    onVarbind: recorder.add,
    attempts: hosts && attemptsOf(hosts, address),
    hostLimits: { ...defaultHostLimits, timeMs: hostTimeoutMs * readingShare },
  }
  let last: (SnmpProbeResult & { port: number }) | undefined
  const tried: AuditAttempt[] = []
  for (const port of ports.toSorted((a, b) => Number(b === lastRead?.port) - Number(a === lastRead?.port))) {
    const result = await probeSnmp({ ...probeOptions, port })
    tried.push(...result.tried)
    if (result.outcome !== 'no-answer' || last === undefined) last = { ...result, port }
    if (result.outcome !== 'ok') continue
    const { credentialId, engine = false } = result
    if (credentialId !== undefined) hosts?.readBySnmp(address, { port, credentialId, engine })
    break
  }
  return { ...(last ?? { outcome: 'no-answer', detail: 'no open port to query', port: 0 }), tried }
}

const attemptsOf = (hosts: HostMemory, address: string) => ({
  refusedToday: () => hosts.refusedToday(address),
  refused: () => hosts.refused(address),
  resumeAt: () => hosts.resumeAt(address),
  stoppedAt: (credentialId: string) => hosts.stoppedAt(address, credentialId),
})
