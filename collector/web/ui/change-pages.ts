import type { Change } from '@rollcall/shared/api/change.ts'
import type { LinkProps } from '@tanstack/react-router'

type To = Pick<LinkProps, 'to' | 'params' | 'search'>

/**
 * The page of each kind of record in the change log: kinds that audits change first, then those that users and apps edit.
 * A kind without a page has its entries on the page of a device, or is part of several pages.
 */
export const changePages: Readonly<Record<string, ((change: Change) => To) | undefined>> = {
  Device: undefined,
  Hardware: undefined,
  Software: ({ entityId }) => ({ to: '/software/$softwareId', params: { softwareId: entityId } }),
  Network: undefined,
  Segment: ({ entityId }) => ({ to: '/segments/$segmentId', params: { segmentId: entityId } }),
  Schedule: () => ({ to: '/settings/schedules' }),
  Tag: ({ entityId }) => ({ to: '/devices', search: { tag: entityId } }),
  Credential: () => ({ to: '/settings/credentials' }),
  'Audit Service': () => ({ to: '/settings/audit-services' }),
  Agent: ({ entityId }) => ({ to: '/settings/agents', search: { agent: entityId } }),
  'Join token': () => ({ to: '/settings/join-tokens' }),
  'Ignore List': () => ({ to: '/settings/ignore-list' }),
  'Identity junk': () => ({ to: '/settings/identity' }),
  Rule: () => ({ to: '/settings/rules' }),
  View: ({ entityId }) => ({ to: '/views/$viewId', params: { viewId: entityId } }),
  Report: () => ({ to: '/settings/reports' }),
  Snapshot: undefined,
  'App registration': () => ({ to: '/settings/app-registrations' }),
  User: () => ({ to: '/settings/users' }),
  Site: () => ({ to: '/settings/sites' }),
  'Site settings': () => ({ to: '/settings/retention' }),
  'Sign-in settings': () => ({ to: '/settings/sign-in' }),
  Webhook: () => ({ to: '/settings/notifications' }),
  Alert: undefined,
}
