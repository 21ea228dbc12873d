import type { Report } from '@rollcall/shared/api/report.ts'
import { savedLists } from '@rollcall/shared/lists/saved-lists.ts'
import { Link } from '@tanstack/react-router'
import { reports } from '../../../api/views.ts'
import { cronInWords } from '../../../forms/cron/cron-words.ts'
import { RemoveItem } from '../../../forms/remove-button.tsx'
import { rowActions } from '../../../table/row-actions.tsx'
import type { Column } from '../../../table/types.ts'
import { StateWord } from '../../../ui/state-word.tsx'
import { timeIn, utcTime } from '../../../ui/time-format.ts'
import { RunButton } from './run-button.tsx'
import { RunState } from './run-state.tsx'
import { pauseWords } from './words.ts'

/** Columns of the list of reports. */
export const reportColumns = (onEdit: (report: Report) => void): Column<Report>[] => [
  { id: 'name', header: 'Name', fixed: true, wraps: true, render: ({ name }) => <span title={name}>{name}</span> },
  {
    id: 'view',
    header: 'View',
    from: 'sm',
    wraps: true,
    render: ({ view }) =>
      view ? (
        <Link to="/views/$viewId" params={{ viewId: view.id }} title={`${savedLists[view.list].name}: ${view.name}`}>
          {savedLists[view.list].name}: {view.name}
        </Link>
      ) : (
        'Deleted'
      ),
  },
  {
    id: 'when',
    header: 'When',
    width: 160,
    from: 'xl',
    wraps: true,
    render: ({ cron, timeZone }) => (
      <span title={`${cron} in ${timeZone}`}>{cronInWords(cron) ?? <span className="mono">{cron}</span>}</span>
    ),
  },
  { id: 'nextRun', header: 'Next run', width: 165, render: nextRunOf },
  {
    id: 'lastRun',
    header: 'Last run',
    width: 140,
    from: 'sm',
    render: ({ lastRun }) => (lastRun ? <RunState run={lastRun} /> : 'None yet'),
  },
  {
    id: 'owner',
    header: 'Owner',
    width: 105,
    from: 'xl',
    render: ({ owner }) => owner?.name ?? 'A removed user',
  },
  ...rowActions({
    onEdit,
    more: (report: Report) => <RunButton report={report} />,
    remove: (report: Report) => (
      <RemoveItem asIcon of={reports} item={report}>
        It is no longer sent, and its history is deleted. Its view stays.
      </RemoveItem>
    ),
  }),
]

function nextRunOf({ paused, nextRun, timeZone }: Report) {
  if (paused) {
    return (
      <span title={pauseWords[paused.reason]}>
        <StateWord kind="warn">Paused</StateWord>
      </span>
    )
  }
  if (nextRun === null) return <StateWord kind="off">Disabled</StateWord>
  return (
    <time dateTime={nextRun} title={`${timeZone}\n${utcTime(nextRun)}`} className="number">
      {timeIn(nextRun, timeZone)}
    </time>
  )
}
