import type { CredentialKind } from '@rollcall/shared/api/credential.ts'
import type { SegmentType } from '@rollcall/shared/api/segment.ts'

export const segmentTypeNames: Record<SegmentType, string> = {
  'ip-range': 'IP range',
  'address-list': 'Address list',
  'active-directory': 'Active Directory',
  aws: 'AWS (Preview)',
  azure: 'Azure (Preview)',
  'google-cloud': 'Google Cloud (Preview)',
}

/** The field that each cloud segment has besides its regions. */
export const cloudFields = {
  aws: { field: 'account', label: 'Account' },
  azure: { field: 'subscription', label: 'Subscription' },
  'google-cloud': { field: 'project', label: 'Project' },
} as const

export const isCloud = (type: SegmentType): type is keyof typeof cloudFields => Object.hasOwn(cloudFields, type)
export const hasAddresses = (type: SegmentType): boolean => type === 'ip-range' || type === 'address-list'

/** Returns the kind of credential that a segment type cannot do without. */
export function neededKind(type: SegmentType): CredentialKind | undefined {
  if (isCloud(type)) return type
  return type === 'active-directory' ? 'ldap' : undefined
}

const forHosts = ['snmp-community', 'snmp-v3', 'ssh-password', 'ssh-key'] as const satisfies readonly CredentialKind[]

/** Returns the kinds of credentials that a segment type can use: for hosts, for its directory or for its cloud. */
export function credentialKindsFor(type: SegmentType): readonly CredentialKind[] {
  if (isCloud(type)) return [type]
  return type === 'active-directory' ? ['ldap', ...forHosts] : forHosts
}
