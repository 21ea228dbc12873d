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

/** What a segment of a cloud names beside its regions. */
export const cloudFields = {
  aws: { field: 'account', label: 'Account' },
  azure: { field: 'subscription', label: 'Subscription' },
  'google-cloud': { field: 'project', label: 'Project' },
} as const

export const isCloud = (type: SegmentType): type is keyof typeof cloudFields => Object.hasOwn(cloudFields, type)
export const hasAddresses = (type: SegmentType): boolean => type === 'ip-range' || type === 'address-list'

const forHosts = ['snmp-community', 'snmp-v3', 'ssh-password', 'ssh-key'] as const satisfies readonly CredentialKind[]

/** The kinds of credentials that a segment can use: for its hosts, for its directory, or for its cloud alone. */
export function credentialKindsFor(type: SegmentType): readonly CredentialKind[] {
  if (isCloud(type)) return [type]
  return type === 'active-directory' ? ['ldap', ...forHosts] : forHosts
}
