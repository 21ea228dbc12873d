import type { Capability } from '@rollcall/shared/messages/enrollment.ts'
import { capabilities as discoveryCapabilities } from './discovery/capabilities.ts'

/** What this machine can probe with, and why not where it cannot. SNMP and SSH need nothing but a socket. */
export async function capabilities(): Promise<Capability[]> {
  return [
    ...(await discoveryCapabilities()),
    { name: 'snmp', available: true, detail: 'v1, v2c and v3' },
    { name: 'ssh', available: true, detail: 'Linux and macOS' },
  ]
}
