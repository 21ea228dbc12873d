import type { SoftwareListItem } from '@rollcall/shared/api/software.ts'
import { Link } from '@tanstack/react-router'
import { timeColumn } from '../../table/time-column.tsx'
import type { Column } from '../../table/types.ts'
import { count, counted } from '../../ui/amounts.ts'
import { GroupLabel } from './group.tsx'

export const softwareColumns: readonly Column<SoftwareListItem>[] = [
  {
    id: 'name',
    header: 'Name',
    fixed: true,
    render: ({ id, name }) => (
      <Link to="/software/$softwareId" params={{ softwareId: id }} data-row-link={id} title={name}>
        {name}
      </Link>
    ),
  },
  {
    id: 'version',
    header: 'Version',
    width: 150,
    render: ({ version }) => (
      <span className="mono" title={version}>
        {version}
      </span>
    ),
  },
  { id: 'publisher', header: 'Publisher', width: 210, from: 'sm', render: ({ publisher }) => publisher },
  {
    id: 'kind',
    header: 'Kind',
    width: 90,
    from: 'sm',
    render: ({ kind }) => (kind === 'update' ? 'Update' : 'Product'),
  },
  { id: 'group', header: 'Group', width: 116, render: ({ softwareGroup }) => <GroupLabel group={softwareGroup} /> },
  {
    id: 'installations',
    header: 'Installations',
    width: 104,
    align: 'right',
    render: ({ id, name, installations }) =>
      installations === 0 ? (
        0
      ) : (
        <Link to="/devices" search={{ software: id }} aria-label={`${counted(installations, 'device')} with ${name}`}>
          {count(installations)}
        </Link>
      ),
  },
  timeColumn('firstSeen', 'First seen', { width: 100, align: 'right', from: 'sm' }),
]

/** Columns of the list by name, where a row covers all versions. */
export const nameColumns = softwareColumns.filter(({ id }) => id !== 'version')
