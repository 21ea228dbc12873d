import type { SnmpCredential } from '@rollcall/shared/messages/credential.ts'
import { probeSnmp, type SnmpProbeResult } from '../../probes/snmp/probe.ts'
import type { UdpTransport } from '../../probes/snmp/transport.ts'
import type { UsmKeyCache } from '../../probes/snmp/usm-keys.ts'
import type { HostProbe, ProbedHost } from '../host-probe.ts'

type SnmpAccess = {
  transport: UdpTransport
  keys: UsmKeyCache
  credentials: readonly SnmpCredential[]
  /** The first that answers is read. */
  ports: readonly number[]
}

const timeoutMs = 1_000
const retries = 1

/** What the device says of itself by SNMP. */
export const snmpProbe = (access: SnmpAccess): HostProbe => ({
  name: 'snmp',
  async run(host) {
    const snmp = await read(host, access)
    return { outcome: snmp.outcome, detail: snmp.detail, found: { snmp } }
  },
})

async function read(
  { live, recorder, signal }: ProbedHost,
  { ports, ...access }: SnmpAccess,
): Promise<SnmpProbeResult & { port: number }> {
  let last: (SnmpProbeResult & { port: number }) | undefined
  for (const port of ports) {
    const asked = { ...access, address: live.address, port, signal, onVarbind: recorder.add }
    const result = await probeSnmp({ ...asked, timeoutMs, retries })
    if (result.outcome !== 'no-answer' || last === undefined) last = { ...result, port }
    if (result.outcome === 'ok') break
  }
  return last ?? { outcome: 'no-answer', detail: 'no port to ask', tried: [], port: 0 }
}
