/** Specification of a network. Without one, `startNetwork` builds `defaultHosts` and a router with SNMP. */
export type NetworkSpec = {
  hosts: readonly HostSpec[]
  /** Makes the router an SNMP v2c agent; without it the router only answers ping. */
  routerSnmp?: SnmpSpec
}

export type HostSpec = {
  name: string
  kind: HostKind
  /** In 10.71.0.0/24 behind the router, or in 10.72.0.0/24 on the audit namespace's own link. */
  address: string
  /** In fd00:71::/64 or fd00:72::/64, on the same side as `address`. */
  address6?: string
  /** Default: Xen's OUI 00:16:3e with the ends of the address. */
  macAddress?: string
  /** For the kinds that have an SNMP agent; what is left out gets a value made from the host's name. */
  snmp?: SnmpSpec
}

export type SnmpSpec = {
  /** v2c kinds; default `public`. */
  community?: string
  /** UDP; default 161. */
  port?: number
  sysDescr?: string
  sysObjectId?: string
  /** Further scalar instances, such as those of ENTITY-MIB, which Net-SNMP's agent has not. */
  objects?: readonly SnmpObject[]
}

export type SnmpObject = { oid: string; type: 'octet_str' | 'integer' | 'object_id'; value: string }

export type KindTraits = { answersPing: boolean; tcpPorts: readonly number[]; snmp?: 'v2c' | 'v3' }

export const kinds = {
  'snmp-v2c': { answersPing: true, tcpPorts: [], snmp: 'v2c' },
  /** No community at all; `snmpUsers` can read. */
  'snmp-v3': { answersPing: true, tcpPorts: [], snmp: 'v3' },
  sshd: { answersPing: true, tcpPorts: [22] },
  web: { answersPing: true, tcpPorts: [80] },
  /** 9100 takes what it is sent, and would print it. */
  printer: { answersPing: true, tcpPorts: [80, 9100], snmp: 'v2c' },
  /** Drops echo requests; all else works. */
  'no-ping': { answersPing: false, tcpPorts: [80] },
  /** Every TCP port answers with RST. */
  'ping-only': { answersPing: true, tcpPorts: [] },
  /** Drops everything but UDP to its SNMP port. */
  firewalled: { answersPing: false, tcpPorts: [], snmp: 'v2c' },
} satisfies Record<string, KindTraits>

export type HostKind = keyof typeof kinds

export type SnmpUser = {
  user: string
  authProtocol: 'SHA' | 'SHA-256'
  authPassword: string
  privProtocol: 'AES' | 'AES-256'
  privPassword: string
}

/** The users of every `snmp-v3` host, authPriv only (RFC 3414, 3826, 7860; AES-256 as in draft-blumenthal-aes-usm). */
export const snmpUsers: readonly SnmpUser[] = [
  {
    user: 'auditor-256',
    authProtocol: 'SHA-256',
    authPassword: 'correct horse 256',
    privProtocol: 'AES-256',
    privPassword: 'battery staple 256',
  },
  {
    user: 'auditor-128',
    authProtocol: 'SHA',
    authPassword: 'correct horse 128',
    privProtocol: 'AES',
    privPassword: 'battery staple 128',
  },
]

const entPhysical = '.1.3.6.1.2.1.47.1.1.1.1'

/** ENTITY-MIB (RFC 6933): one chassis, as entPhysicalIndex 1. */
function chassis(model: string, serialNumber: string): SnmpObject[] {
  return [
    { oid: `${entPhysical}.2.1`, type: 'octet_str', value: `${model} chassis` },
    { oid: `${entPhysical}.4.1`, type: 'integer', value: '0' },
    { oid: `${entPhysical}.5.1`, type: 'integer', value: '3' },
    { oid: `${entPhysical}.7.1`, type: 'octet_str', value: 'Chassis' },
    { oid: `${entPhysical}.11.1`, type: 'octet_str', value: serialNumber },
    { oid: `${entPhysical}.12.1`, type: 'octet_str', value: 'Example Networks' },
    { oid: `${entPhysical}.13.1`, type: 'octet_str', value: model },
  ]
}

export const defaultHosts: readonly HostSpec[] = [
  { name: 'switch', kind: 'snmp-v2c', address: '10.71.0.10', snmp: { objects: chassis('EX-48', 'EX48-000171') } },
  { name: 'blue', kind: 'snmp-v2c', address: '10.71.0.11', snmp: { community: 'site-blue' } },
  { name: 'dual', kind: 'snmp-v2c', address: '10.71.0.12', address6: 'fd00:71::12' },
  { name: 'secure', kind: 'snmp-v3', address: '10.71.0.13' },
  { name: 'shell', kind: 'sshd', address: '10.71.0.20' },
  { name: 'web', kind: 'web', address: '10.71.0.21', address6: 'fd00:71::21' },
  { name: 'printer', kind: 'printer', address: '10.71.0.22', snmp: { sysDescr: 'Example LaserPrint 400' } },
  { name: 'shy', kind: 'no-ping', address: '10.71.0.30' },
  { name: 'plain', kind: 'ping-only', address: '10.71.0.31' },
  { name: 'wall', kind: 'firewalled', address: '10.71.0.32' },
  { name: 'near', kind: 'snmp-v2c', address: '10.72.0.10', address6: 'fd00:72::10' },
  { name: 'near-plain', kind: 'ping-only', address: '10.72.0.11' },
  { name: 'near-shy', kind: 'no-ping', address: '10.72.0.12' },
]

/** SNMP v2c hosts `agent-1`… from 10.71.0.10 on. */
export function snmpHosts(count: number): HostSpec[] {
  if (count > 180) throw new Error('snmpHosts: at most 180 fit below the silent range')
  return Array.from({ length: count }, (_, index) => ({
    name: `agent-${index + 1}`,
    kind: 'snmp-v2c',
    address: `10.71.0.${10 + index}`,
  }))
}
