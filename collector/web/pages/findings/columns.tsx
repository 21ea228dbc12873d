import type { Finding } from '@rollcall/shared/api/finding.ts'
import type { Column } from '../../table/types.ts'
import { DeviceLink } from '../../ui/device-link.tsx'
import { DeviceTypeIcon } from '../../ui/device-type.tsx'
import { SeverityIcon } from '../../ui/finding-icon.tsx'
import { findingWords } from '../../ui/finding-words.ts'
import { Time } from '../../ui/time.tsx'
import { FindingState } from './finding-state.tsx'
import classes from './findings.module.css'

export const findingColumns: readonly Column<Finding>[] = [
  {
    id: 'device',
    header: 'Device',
    width: 180,
    fixed: true,
    render: ({ device: { id, name, type } }) => (
      <span className={classes['device']}>
        <DeviceTypeIcon type={type} />
        <DeviceLink id={id} name={name} data-row-link={id} title={name} />
      </span>
    ),
  },
  {
    id: 'finding',
    header: 'Finding',
    render: (finding) => <FindingMatter finding={finding} />,
  },
  {
    id: 'state',
    header: 'State',
    width: 190,
    from: 'sm',
    render: (finding) => <FindingState {...finding} />,
  },
  {
    id: 'note',
    header: 'Note',
    width: 160,
    from: 'xl',
    render: ({ note }) => note && <span title={note}>{note}</span>,
  },
  { id: 'openedAt', header: 'Since', width: 110, align: 'right', render: ({ openedAt }) => <Time value={openedAt} /> },
]

function FindingMatter({ finding }: { finding: Finding }) {
  const { matter, evidence } = findingWords(finding)
  return (
    <span
      className={classes['finding']}
      title={`${finding.ruleName}${finding.detail === null ? '' : `: ${finding.detail}`}`}
    >
      <SeverityIcon severity={finding.severity} />
      {matter}
      {evidence !== null && <span className={classes['evidence']}>{evidence}</span>}
    </span>
  )
}
