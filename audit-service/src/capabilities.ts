import type { Capability } from '@rollcall/shared/messages/enrollment.ts'
import { capabilities as discoveryCapabilities } from './discovery/capabilities.ts'

/** Returns the probes that this machine can run, or the reasons it cannot. SNMP and SSH need only a socket. */
export async function capabilities(): Promise<Capability[]> {
  return [
    ...(await discoveryCapabilities()),
    { name: 'snmp', available: true, detail: 'v1, v2c and v3' },
    { name: 'ssh', available: true, detail: 'Linux and macOS' },
  ]
}
