import type { Change } from '@rollcall/shared/api/change.ts'
import { Link } from '@tanstack/react-router'
import { ChangeVerb } from '../../../ui/change-verb.tsx'
import { fieldLabel } from '../../../ui/field-label.ts'
import { readable } from '../../../ui/readable.ts'
import { Time } from '../../../ui/time.tsx'
import classes from './change-log.module.css'
import { type ChangeGroup, groupChanges } from './groups.ts'

/** The change log. Entries of one operation are grouped under time, device and user. */
export function ChangeLog({ changes, isOld }: { changes: readonly Change[]; isOld: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach the scroller
    <section className={classes['scroller']} tabIndex={0} aria-label="Changes, table" data-old={isOld || undefined}>
      <table className={classes['log']} aria-label="Changes">
        <thead>
          <tr>
            {['Kind', 'Section', 'Field', 'From', 'To'].map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {groupChanges(changes).map((group) => (
          <tbody key={group.id}>
            <tr>
              <th colSpan={5} scope="rowgroup">
                <GroupHead group={group} />
              </th>
            </tr>
            {group.lines.map((line) => (
              <tr key={line.id}>
                <td>
                  <ChangeVerb verb={line.verb} />
                </td>
                <td>{line.entity}</td>
                <td className="wrap" title={line.field ?? undefined}>
                  {line.field && fieldLabel(line.entity, line.field)}
                </td>
                <td className="mono wrap">{readable(line.field, line.from)}</td>
                <td className="mono wrap">{readable(line.field, line.to)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function GroupHead({ group }: { group: ChangeGroup }) {
  const { deviceId, deviceName, actor, timestamp } = group
  return (
    <span className={classes['head']}>
      <Time value={timestamp} exact />
      {deviceId !== null && deviceName !== null && (
        <Link to="/devices/$deviceId" params={{ deviceId }} className="wrap">
          {deviceName}
        </Link>
      )}
      {deviceId !== null && deviceName === null && <span>Deleted device</span>}
      <span className="wrap">by {actor}</span>
      {deviceId !== null && (
        <Link to="/devices/$deviceId" params={{ deviceId }} search={{ asOf: timestamp }}>
          View device at this time
        </Link>
      )}
    </span>
  )
}
