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
