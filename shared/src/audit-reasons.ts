import type { PrintName } from './api/choices.ts'
import { counted } from './counted.ts'
import type { AuditAttempt, AuditReason, HostAudit } from './messages/host-audit.ts'

/** The words for an attempt. Without its fields they describe the reason alone, as for a filter. */
type Words = (attempt: Partial<AuditAttempt>) => string

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October']
const monthNames = [...months, 'November', 'December']

const dayOf = (time: string): string => {
  const date = new Date(time)
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}
const used = ({ used, limit }: Partial<AuditAttempt>): string =>
  used === undefined || limit === undefined ? '' : `, ${used} of ${counted(limit, 'attempt')} used today`
const detail = ({ detail }: Partial<AuditAttempt>): string => (detail ? ` (${detail})` : '')
const missing = ({ missing }: Partial<AuditAttempt>): string =>
  missing?.length ? `, without ${missing.join(', ')}` : ''

const words: Record<AuditReason, Words> = {
  'sudo-missing': (attempt) => `read, but without root rights (sudo)${missing(attempt)}`,
  'read-partly': (attempt) => `read in part${missing(attempt)}`,
  read: () => 'read',
  'login-works': () => 'the login works',
  'stopped-answering': () => 'the login works, but the host stopped answering while it was read',
  'connection-lost': (attempt) => `the connection was lost${detail(attempt)}`,
  'time-limit': () => 'not finished within the time limit of the host',
  'nothing-readable': () => 'the login works, but nothing could be read',
  'result-too-large': () => 'the result is too large to send: only the presence of the host was stored',
  'host-key-changed': ({ since }) => `host key changed${since ? ` since ${dayOf(since)}` : ''}, no credential was sent`,
  'host-key-unknown': (attempt) => `unknown host key, no credential was sent${detail(attempt)}`,
  'wrong-privacy': (attempt) => `user known, wrong privacy passphrase or protocol${detail(attempt)}`,
  'wrong-authentication': () => 'user known, wrong authentication passphrase or protocol',
  'unsupported-security-level': () => 'the agent does not offer this security level to this user',
  'not-in-time-window': () => 'the agent reports a wrong engine time, even after synchronization',
  'unknown-context': () => 'the agent does not know this context name',
  'not-authorized': (attempt) => `the agent accepts the credential, but denies it read access${detail(attempt)}`,
  'no-shell': (attempt) => `the login works, but the account has no usable shell${detail(attempt)}`,
  'unsupported-system': (attempt) => `the login works, but this system cannot be audited${detail(attempt)}`,
  'more-authentication': () => 'the host requires a further authentication',
  'password-expired': () => 'the password has expired',
  'login-refused': (attempt) => `login refused${used(attempt)}`,
  'unknown-user': () => 'the agent does not know this user',
  'wrong-community': () => 'an agent answers, but not to this community',
  'refused-earlier': (attempt) => `refused within the last day, not tried again${used(attempt)}`,
  'attempts-used-up': (attempt) => `not tried${used(attempt) || ', the attempts of the day are used up'}`,
  'method-not-offered': (attempt) => `the host does not offer this login method${detail(attempt)}`,
  'no-common-algorithm': (attempt) => `no common algorithm${detail(attempt)}`,
  'login-timeout': (attempt) => `the host did not finish the login in time${detail(attempt)}`,
  'malformed-answer': (attempt) => `the answer violates the protocol${detail(attempt)}`,
  'credential-unreadable': (attempt) => `the credential cannot be used${detail(attempt)}`,
  'probe-failed': (attempt) => `the attempt failed${detail(attempt)}`,
  'http-login': (attempt) => `login required (HTTP 401)${detail(attempt)}`,
  'no-credential': () => 'there is no credential to try',
  'no-open-port': ({ ports = [], more }) =>
    `no open port${ports.length > 0 ? ` among ${ports.join(', ')}` : ''}${more ? ` and ${more} more` : ''}`,
  'no-answer': ({ protocol }) =>
    protocol === 'snmp-v1' || protocol === 'snmp-v2c'
      ? 'no answer: the community is wrong, or there is no agent'
      : 'no answer',
  'no-snmp-v3': () => 'not sent, because no SNMPv3 engine answers',
  'not-tried': () => 'not tried',
  unreachable: (attempt) => `not reachable${detail(attempt)}`,
  'port-closed': () => 'the port is closed',
  'description-incomplete': (attempt) => `the host did not describe itself, or only in part${detail(attempt)}`,
  'ping-only': () => 'not tried, because the segment is only pinged',
  'listed-only': () => 'listed by the cloud, not contacted',
  ignored: () => 'on the Ignore List',
  cancelled: () => 'the task was cancelled before the host was audited',
  'no-result': () => 'the Audit Service was lost, or its result did not arrive',
  'not-reported': () => 'this Audit Service reports no reasons: update it',
}

/** Names of the protocols in which hosts describe themselves. */
export const printTitles: Readonly<Record<PrintName, string>> = {
  smb: 'SMB',
  rdp: 'RDP',
  ldap: 'LDAP',
  sip: 'SIP',
  rtsp: 'RTSP',
  onvif: 'ONVIF',
  wsd: 'WS-Discovery',
  upnp: 'UPnP',
  bacnet: 'BACnet',
  modbus: 'Modbus',
  ipmi: 'IPMI',
  redfish: 'Redfish',
  docker: 'Docker',
  kubernetes: 'Kubernetes',
}

const protocolNames: Record<AuditAttempt['protocol'], string> = {
  snmp: 'SNMP',
  'snmp-v1': 'SNMPv1',
  'snmp-v2c': 'SNMPv2c',
  'snmp-v3': 'SNMPv3',
  ssh: 'SSH',
  http: 'HTTP',
  tcp: '',
  ...printTitles,
}
const usualPorts: readonly number[] = [22, 80, 161, 443]

/** Describes a reason by itself: `login refused`. */
export const describeReason = (reason: AuditReason): string => words[reason]({})

/** Describes an attempt: `SNMPv3 auditor-256: user known, wrong authentication passphrase or protocol`. */
export function describeAttempt(attempt: AuditAttempt, credentialName?: string): string {
  const { protocol, port, user } = attempt
  const subject = [
    protocolNames[protocol],
    credentialName ?? (user === undefined ? undefined : `user ${user}`),
    port === undefined || usualPorts.includes(port) ? undefined : `port ${port}`,
  ]
    .filter(Boolean)
    .join(' ')
  const text = words[attempt.reason](attempt)
  return subject === '' ? text : `${subject}: ${text}`
}

/** Describes the outcome of a host by its most telling attempt. */
export function describeAudit({ reason, attempts }: HostAudit, nameOf: (credentialId: string) => string | undefined) {
  const telling = attempts.find((attempt) => attempt.reason === reason)
  if (!telling) return describeReason(reason)
  const { credentialId } = telling
  return describeAttempt(telling, credentialId === undefined ? undefined : nameOf(credentialId))
}
