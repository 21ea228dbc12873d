import type { Change } from '@rollcall/shared/api/change.ts'
import { fieldLabel } from '../../ui/field-label.ts'
import { formatValue } from '../../ui/format-value.ts'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { TwoTimes } from '../../ui/time.tsx'

/** Columns for change log entries: change, old and new value, user and time. */
export const changeTable = {
  keyOf: ({ id }: Change) => id,
  columns: [
    {
      header: 'Change',
      render: ({ verb, entity, field }) => [subjectOf(entity, field), words[verb]].join(' '),
    },
    { header: 'From', render: ({ field, from }) => formatValue(field, from) },
    { header: 'To', render: ({ field, to }) => formatValue(field, to) },
    { header: 'By', render: ({ actor }) => actor },
    {
      header: 'When',
      align: 'right',
      render: ({ timestamp, observedAt }) => <TwoTimes observedAt={observedAt} receivedAt={timestamp} />,
    },
  ] satisfies PlainColumn<Change>[],
}

export function ChangeTable({ changes }: { changes: readonly Change[] }) {
  return <PlainTable name="Changes" items={changes} {...changeTable} />
}

/** Names the field, with its section unless the words say it. */
function subjectOf(entity: string, field: string | null): string {
  if (field === null) return entity
  const label = fieldLabel(entity, field)
  return label === field ? `${entity} ${field}` : label
}

const words: Record<Change['verb'], string> = { Added: 'added', Modified: 'changed', Deleted: 'removed' }
