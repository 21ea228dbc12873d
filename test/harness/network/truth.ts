import {
  type HostKind,
  type HostSpec,
  type KindTraits,
  kinds,
  type SnmpObject,
  type SnmpSpec,
  type SnmpUser,
  snmpUsers,
} from './spec.ts'

export type Segment = 'remote' | 'local'

/**
 * remote: behind the router, so nothing of ARP is seen. local: on the audit namespace's own link.
 * `routerAddress` is the default gateway of the segment's hosts.
 */
export const segments = {
  remote: { ipv4: '10.71.0.0/24', ipv6: 'fd00:71::/64', routerAddress: '10.71.0.1', routerAddress6: 'fd00:71::1' },
  local: { ipv4: '10.72.0.0/24', ipv6: 'fd00:72::/64', routerAddress: '10.72.0.1', routerAddress6: 'fd00:72::1' },
} as const

/** Part of the remote segment without hosts: the router answers host unreachable once ARP has failed. */
export const silentRange = '10.71.0.192/28'
/** Part of the remote segment whose packets the router drops without an answer. */
export const blackholeRange = '10.71.0.224/28'

export type SnmpAgent = {
  version: 'v2c' | 'v3'
  port: number
  sysName: string
  sysLocation: string
  sysContact: string
  /** snmpEngineID (RFC 3411) in hex, without 0x. */
  engineId: string
  /** v2c only. */
  community?: string
  /** v3 only, else empty. */
  users: readonly SnmpUser[]
  /** Net-SNMP's own (`uname -a`, 1.3.6.1.4.1.8072.3.2.10) where undefined. */
  sysDescr?: string
  sysObjectId?: string
  /** Objects in addition to Net-SNMP's own tables. */
  objects: readonly SnmpObject[]
}

export type HostInterface = { name: string; segment: Segment; address: string; address6?: string; macAddress: string }

/** Facts about a host. The router and the audit namespace are hosts too: a sweep finds them. */
export type NetworkHost = {
  name: string
  kind: HostKind | 'router' | 'audit'
  /** As `ip netns` knows it. */
  namespace: string
  /** Without loopback. The first one's values are repeated below. */
  interfaces: readonly HostInterface[]
  segment: Segment
  address: string
  address6?: string
  macAddress: string
  answersPing: boolean
  /** Every TCP port that listens. */
  tcpPorts: readonly number[]
  snmp?: SnmpAgent
  /** sshd only: `SHA256:` and the base64 digest, as ssh-keygen prints it. */
  sshHostKeyFingerprint?: string
}

export function hostTruth(spec: HostSpec, namespace: string): NetworkHost {
  const traits: KindTraits = kinds[spec.kind]
  const segment = segmentOf(spec.address)
  const common = {
    segment,
    address: spec.address,
    macAddress: spec.macAddress ?? macAddressOf(spec.address),
    ...(spec.address6 === undefined ? {} : { address6: spec.address6 }),
  }
  return {
    name: spec.name,
    kind: spec.kind,
    namespace,
    interfaces: [{ name: 'eth0', ...common }],
    ...common,
    answersPing: traits.answersPing,
    tcpPorts: traits.tcpPorts,
    ...(traits.snmp === undefined ? {} : { snmp: snmpTruth(spec.name, spec.address, traits.snmp, spec.snmp ?? {}) }),
  }
}

export function routerTruth(namespace: string, snmp: SnmpSpec | undefined): NetworkHost {
  const remote = gateway('remote')
  return {
    name: 'router',
    kind: 'router',
    namespace,
    interfaces: [remote, gateway('local')],
    ...withoutName(remote),
    answersPing: true,
    tcpPorts: [],
    ...(snmp === undefined ? {} : { snmp: snmpTruth('router', remote.address, 'v2c', snmp) }),
  }
}

export function auditTruth(namespace: string): NetworkHost {
  const own = {
    segment: 'local' as const,
    address: '10.72.0.2',
    address6: 'fd00:72::2',
    macAddress: macAddressOf('10.72.0.2'),
  }
  return {
    name: 'audit',
    kind: 'audit',
    namespace,
    interfaces: [{ name: 'eth0', ...own }],
    ...own,
    answersPing: true,
    tcpPorts: [],
  }
}

function gateway(segment: Segment) {
  const { routerAddress: address, routerAddress6: address6 } = segments[segment]
  return { name: segment, segment, address, address6, macAddress: macAddressOf(address) }
}

function withoutName({ name: _, ...rest }: ReturnType<typeof gateway>) {
  return rest
}

function snmpTruth(name: string, address: string, version: 'v2c' | 'v3', spec: SnmpSpec): SnmpAgent {
  return {
    version,
    port: spec.port ?? 161,
    sysName: `${name}.example.net`,
    sysLocation: `Rack of ${name}`,
    sysContact: `${name}@example.net`,
    // RFC 3411: Net-SNMP's enterprise number with the first bit set, format 5 (octets), then what is unique.
    engineId: `80001f8805${hexOctets(address, 4)}`,
    ...(version === 'v2c' ? { community: spec.community ?? 'public' } : {}),
    users: version === 'v3' ? snmpUsers : [],
    ...(spec.sysDescr === undefined ? {} : { sysDescr: spec.sysDescr }),
    ...(spec.sysObjectId === undefined ? {} : { sysObjectId: spec.sysObjectId }),
    objects: spec.objects ?? [],
  }
}

function segmentOf(address: string): Segment {
  if (/^10\.71\.0\.\d+$/.test(address)) return 'remote'
  if (/^10\.72\.0\.\d+$/.test(address)) return 'local'
  throw new Error(`${address} is in neither segment: ${segments.remote.ipv4}, ${segments.local.ipv4}`)
}

function macAddressOf(address: string): string {
  return `00163e${hexOctets(address, 3)}`.replace(/(..)(?=.)/g, '$1:')
}

/** The last octets of an IPv4 address in hex. */
function hexOctets(address: string, count: number): string {
  const octets = address.split('.').slice(-count)
  return octets.map((octet) => Number(octet).toString(16).padStart(2, '0')).join('')
}
