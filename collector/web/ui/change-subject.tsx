import type { Change } from '@rollcall/shared/api/change.ts'
import { Link, type LinkProps } from '@tanstack/react-router'

type To = Pick<LinkProps, 'to' | 'params' | 'search'>

/** Pages of records that are no devices, by kind of record. */
const pages: Readonly<Record<string, (change: Change) => To>> = {
  Software: ({ entityId }) => ({ to: '/software/$softwareId', params: { softwareId: entityId } }),
  Segment: ({ entityId }) => ({ to: '/segments/$segmentId', params: { segmentId: entityId } }),
  Tag: ({ entityId }) => ({ to: '/devices', search: { tag: entityId } }),
  Schedule: () => ({ to: '/settings/schedules' }),
  Credential: () => ({ to: '/settings/credentials' }),
  'Audit Service': () => ({ to: '/settings/audit-services' }),
  Agent: ({ entityId }) => ({ to: '/settings/agents', search: { agent: entityId } }),
  'Join token': () => ({ to: '/settings/join-tokens' }),
  'Ignore List': () => ({ to: '/settings/ignore-list' }),
  'Identity junk': () => ({ to: '/settings/identity' }),
  'App registration': () => ({ to: '/settings/app-registrations' }),
  User: () => ({ to: '/settings/users' }),
  Site: () => ({ to: '/settings/sites' }),
  'Site settings': () => ({ to: '/settings/retention' }),
  'Sign-in settings': () => ({ to: '/settings/sign-in' }),
  Webhook: () => ({ to: '/settings/notifications' }),
}

/** The record that changed, by name, as a link unless it was deleted. */
export function ChangeSubject({ change }: { change: Change }) {
  const { deviceId, deviceName, subjectName, subjectDeleted, entity } = change
  const name = deviceName ?? subjectName ?? `${deviceId === null ? entity : 'Device'} without a name`
  if (deviceId !== null && deviceName !== null) {
    return (
      <Link to="/devices/$deviceId" params={{ deviceId }} className="wrap">
        {name}
      </Link>
    )
  }
  const page = deviceId === null && !subjectDeleted ? pages[entity] : undefined
  if (page) {
    return (
      <Link {...page(change)} className="wrap">
        {name}
      </Link>
    )
  }
  return <span className="wrap">{subjectDeleted ? `${name} (deleted)` : name}</span>
}

/** Kind of the subject, unless its name says it. */
export const subjectKind = ({ deviceId, entity, subjectName }: Change): string =>
  deviceId !== null ? 'Device' : entity === subjectName ? '' : entity
