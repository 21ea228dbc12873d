import type { Change } from '@rollcall/shared/api/change.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { type MouseEvent, useId, useState } from 'react'
import { count } from '../../../ui/amounts.ts'
import { ChangeSubject, subjectKind } from '../../../ui/change-subject.tsx'
import { ChangeVerb } from '../../../ui/change-verb.tsx'
import { changesInWords } from '../../../ui/change-words.ts'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { fieldLabel } from '../../../ui/field-label.ts'
import { formatValue } from '../../../ui/format-value.ts'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Time } from '../../../ui/time.tsx'
import classes from './change-log.module.css'
import { type ChangeGroup, groupChanges } from './group-changes.ts'

const headers = ['When', 'What', 'Change', 'By'] as const

/** The change log, one row an operation. A click on a row opens its details. */
export function ChangeLog({ changes, isOld }: { changes: readonly Change[]; isOld: boolean }) {
  return (
    <section className={classes['frame']} data-old={isOld || undefined}>
      <table className={classes['log']} aria-label="Changes">
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {groupChanges(changes).map((group) => (
          <Operation key={group.first.id} group={group} />
        ))}
      </table>
    </section>
  )
}

function Operation({ group }: { group: ChangeGroup }) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { first, lines } = group
  const subjects = new Set(lines.map(({ subjectName, entityId }) => subjectName ?? entityId))
  const others = first.deviceId === null ? subjects.size - 1 : 0
  // The operation wrote its own subject before those that follow from it.
  const own = lines.at(-1) ?? first
  const words = changesInWords(others > 0 ? [own] : lines)
  const toggle = (event: MouseEvent<HTMLElement>) => {
    const isLink = event.target instanceof Element && event.target.closest('a') !== null
    if (!isLink) setOpen(!isOpen)
  }
  return (
    <tbody>
      <tr className={classes['row']} onClick={toggle}>
        <td>
          <button
            type="button"
            className={classes['toggle']}
            aria-expanded={isOpen}
            aria-controls={details}
            aria-label={`Details of the change of ${own.deviceName ?? own.subjectName ?? own.entity}`}
          >
            <IconChevronRight size={14} aria-hidden />
          </button>
          <Time value={first.timestamp} exact />
          {first.observedAt && (
            <span className={classes['aside']}>
              observed <Time value={first.observedAt} exact />
            </span>
          )}
        </td>
        <td>
          <ChangeSubject change={own} />
          {others > 0 && ` and ${count(others)} more`}
          <span className={classes['kind']}>{subjectKind(own)}</span>
        </td>
        <td className="wrap">{words}</td>
        <td className="wrap">{first.actor}</td>
      </tr>
      {isOpen && (
        <tr id={details} className={classes['details']}>
          <td colSpan={headers.length}>
            <Details group={group} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

function Details({ group: { first, lines } }: { group: ChangeGroup }) {
  const { deviceId, deviceName, timestamp, observedAt, editor } = first
  return (
    <>
      <PlainTable
        name="Details of the change"
        items={lines}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Kind', render: ({ verb }) => <ChangeVerb verb={verb} /> },
          { header: 'Section', render: ({ entity }) => entity },
          ...(deviceId === null
            ? [{ header: 'Record', render: (line: Change) => <ChangeSubject change={line} /> }]
            : []),
          { header: 'Field', render: ({ entity, field }) => field && fieldLabel(entity, field) },
          { header: 'From', render: ({ field, from }) => <span className="mono">{formatValue(field, from)}</span> },
          { header: 'To', render: ({ field, to }) => <span className="mono">{formatValue(field, to)}</span> },
        ]}
      />
      <Facts
        facts={{
          Observed: observedAt && <Time value={observedAt} exact />,
          [observedAt ? 'Received' : 'Time']: <Time value={timestamp} exact />,
          By: editor ? `${first.actor} (${editorKinds[editor.kind]})` : first.actor,
          Device: deviceId !== null && deviceName !== null && (
            <DeviceLink id={deviceId} name="View device at this time" asOf={observedAt ?? timestamp} />
          ),
        }}
      />
    </>
  )
}

const editorKinds = { user: 'user', app: 'App registration', 'command-line': 'command line' } as const
