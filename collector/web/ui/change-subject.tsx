import type { Change } from '@rollcall/shared/api/change.ts'
import { Link } from '@tanstack/react-router'
import { changePages } from './change-pages.ts'
import { DeviceLink } from './device-link.tsx'

/** The record that changed, by name, as a link unless it was deleted. */
export function ChangeSubject({ change }: { change: Change }) {
  const { deviceId, deviceName, subjectName, subjectDeleted, entity } = change
  const name = deviceName ?? subjectName ?? `${deviceId === null ? entity : 'Device'} without a name`
  if (deviceId !== null && deviceName !== null) {
    return <DeviceLink id={deviceId} name={name} className="wrap" />
  }
  const page = deviceId === null && !subjectDeleted ? changePages[entity] : undefined
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
