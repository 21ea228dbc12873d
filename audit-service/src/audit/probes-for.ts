import type { ScanOptions } from '@rollcall/shared/api/scan-options.ts'
import {
  type Credential,
  isSnmpCredential,
  isSshCredential,
  type SnmpCredential,
} from '@rollcall/shared/messages/credential.ts'
import type { UnreadableCredential } from '@rollcall/shared/messages/task.ts'
import type { HostMemory } from '../host-memory/host-memory.ts'
import type { PtrLookup } from '../probes/dns/ptr-lookup.ts'
import { prints } from '../probes/identify/all.ts'
import type { UdpTransport } from '../probes/snmp/transport.ts'
import { UsmKeyCache } from '../probes/snmp/usm-keys.ts'
import { attemptsPerDay } from '../probes/ssh/attempts-per-day.ts'
import type { HostKeys } from '../probes/ssh/host-keys.ts'
import type { Probes } from './audit-host.ts'
import type { HostProbe } from './host-probe.ts'
import { bannerProbe } from './host-probes/banners.ts'
import { printProbe } from './host-probes/identify.ts'
import { mdnsProbe, netbiosProbe, ptrProbe } from './host-probes/names.ts'
import { snmpProbe } from './host-probes/snmp.ts'
import { unreadableAttempts, unreadableProbe } from './host-probes/unreadable.ts'
import { nmapProbes } from './nmap-probes.ts'

type Means = {
  credentials: readonly Credential[]
  unreadable?: readonly UnreadableCredential[] | undefined
  transport: UdpTransport
  reverseNames: PtrLookup
  hostKeys?: HostKeys | undefined
  hosts?: HostMemory | undefined
  signal: AbortSignal
}

const publicCommunity: SnmpCredential = { kind: 'snmp-community', version: 'v2c', community: 'public' }

/** Returns the probes of a scan, as its options and the capabilities of this machine allow. */
export async function probesFor(options: ScanOptions, means: Means): Promise<Probes> {
  const { hostTimeoutMs, snmpPorts, tcpPorts, pingOnly, identifyBy } = options
  const { transport, reverseNames, hosts } = means
  if (pingOnly) return { hostTimeoutMs, hostProbes: [ptrProbe(reverseNames)] }
  const forSnmp = means.credentials.filter(isSnmpCredential)
  const unreadable = unreadableAttempts(means.unreadable ?? [])
  const isWithoutSnmp = forSnmp.length === 0 && unreadable.every(({ protocol }) => protocol === 'ssh')
  const credentials = isWithoutSnmp ? [publicCommunity] : forSnmp
  const chosen = identifyBy ? [...new Set(identifyBy)].map((name) => prints[name]) : Object.values(prints)
  const { portScan, versions } = await nmapProbes(options, chosen, means.signal)
  return {
    hostTimeoutMs,
    allowedPorts: tcpPorts,
    portScan,
    hostProbes: [
      ...(versions ? [versions] : []),
      ptrProbe(reverseNames),
      snmpProbe({ transport, keys: new UsmKeyCache(), credentials, ports: snmpPorts, hostTimeoutMs, hosts }),
      bannerProbe,
      mdnsProbe,
      netbiosProbe,
      ...chosen.map(printProbe),
      ...(await sshProbes(means)),
      ...(unreadable.length > 0 ? [unreadableProbe(unreadable)] : []),
    ],
  }
}

/** Returns the probes of a credential test: a login by SNMP, or an audit by SSH, which also shows missing rights. */
export async function testProbes({ snmpPorts, hostTimeoutMs }: ScanOptions, means: Means): Promise<Probes> {
  const { transport, hosts, credentials: given } = means
  const credentials = given.filter(isSnmpCredential)
  const snmp = { transport, keys: new UsmKeyCache(), credentials, ports: snmpPorts, hostTimeoutMs, hosts }
  const unreadable = unreadableAttempts(means.unreadable ?? [])
  return {
    hostTimeoutMs,
    hostProbes: [
      ...(credentials.length > 0 ? [snmpProbe({ ...snmp, loginOnly: true })] : []),
      // A person may have corrected the account on the host.
      ...(await sshProbes(means, { retriesRefused: true })),
      ...(unreadable.length > 0 ? [unreadableProbe(unreadable)] : []),
    ],
  }
}

/** Returns no probe without an SSH credential; the SSH code is then not loaded. */
async function sshProbes(
  { credentials, hostKeys, hosts }: Means,
  options: { retriesRefused?: boolean } = {},
): Promise<HostProbe[]> {
  const forSsh = credentials.filter(isSshCredential)
  if (forSsh.length === 0 || !hostKeys || !hosts) return []
  const { sshProbe } = await import('./host-probes/ssh.ts')
  return [sshProbe(forSsh, hostKeys, attemptsPerDay(hosts, options))]
}
