// Choices and limits of the API that the web interface offers. They stand apart from the schemas, whose library would
// make each page that uses one slower to load.

export const agentStatuses = ['Active', 'Inactive', 'Outdated', 'Pending', 'Replaced'] as const
export const agentPlatforms = ['linux', 'macos', 'windows'] as const
export const agentProblems = ['refused', 'incomplete', 'clock', 'copied'] as const

/** Protocols in which a host describes itself without a login. Each has its print in the Audit Service. */
export const printNames = [
  ...(['smb', 'rdp', 'ldap', 'sip', 'rtsp', 'onvif', 'wsd', 'upnp'] as const),
  ...(['bacnet', 'modbus', 'ipmi', 'redfish', 'docker', 'kubernetes'] as const),
] as const
export type PrintName = (typeof printNames)[number]

/** Kinds of credentials that log in to hosts. */
export const hostCredentialKinds = ['snmp-community', 'snmp-v3', 'ssh-password', 'ssh-key'] as const

/** Maximum number of hosts that are audited again at once. */
export const hostsPerAuditMax = 1_000

/** Maximum number of records that become one at once: a person reads them first, and chooses the one that stays. */
export const mergedDevicesMax = 100

export const reportFormats = ['csv', 'xlsx'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Formats of dates: that of the browser, ISO 8601, or that of a language and country. */
export const dateFormats = [
  'browser',
  'iso',
  'en-GB',
  'en-US',
  'de-DE',
  'es-ES',
  'fr-FR',
  'it-IT',
  'ja-JP',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'sv-SE',
] as const
export type DateFormat = (typeof dateFormats)[number]
