import type { Schedule } from '@rollcall/shared/api/schedule.ts'
import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import { schedules } from '../../../api/catalogs.ts'
import { cronInWords } from '../../../forms/cron/cron-words.ts'
import { RemoveItem } from '../../../forms/remove-button.tsx'
import { rowActions } from '../../../table/row-actions.tsx'
import type { Column } from '../../../table/types.ts'
import { StateWord } from '../../../ui/state-word.tsx'
import { timeIn, utcTime } from '../../../ui/time-format.ts'

export const kinds: Record<Schedule['kind'], string> = { scan: 'Scan', audit: 'Audit' }

/** Columns of the schedule list. Without `onEdit` the list is read only. */
export const scheduleColumns = (
  segments: readonly SegmentListItem[],
  onEdit: ((schedule: Schedule) => void) | undefined,
): Column<Schedule>[] => [
  { id: 'name', header: 'Name', fixed: true, render: ({ name }) => <span title={name}>{name}</span> },
  { id: 'kind', header: 'Kind', width: 70, from: 'sm', render: ({ kind }) => kinds[kind] },
  {
    id: 'when',
    header: 'When',
    width: 200,
    render: ({ cron, timeZone }) => (
      <span title={`${cron} in ${timeZone}`}>{cronInWords(cron) ?? <span className="mono">{cron}</span>}</span>
    ),
  },
  { id: 'timeZone', header: 'Time zone', width: 140, from: 'xl', render: ({ timeZone }) => timeZone },
  {
    id: 'nextRun',
    header: 'Next run',
    width: 165,
    render: ({ nextRun, timeZone }) =>
      nextRun === null ? (
        <StateWord kind="off">Disabled</StateWord>
      ) : (
        <time dateTime={nextRun} title={`${timeZone}\n${utcTime(nextRun)}`} className="number">
          {timeIn(nextRun, timeZone)}
        </time>
      ),
  },
  {
    id: 'segments',
    header: 'Segments',
    from: 'sm',
    render: (schedule) => {
      const names = segmentsOn(schedule, segments).join(', ')
      return <span title={names}>{names}</span>
    },
  },
  ...rowActions({
    onEdit,
    remove: (schedule: Schedule) => {
      const names = segmentsOn(schedule, segments)
      return (
        <RemoveItem asIcon of={schedules} also={['segments', 'devices']} item={schedule}>
          {names.length === 0 ? 'No segment uses it.' : `It is removed from ${names.join(', ')}.`}
          {schedule.kind === 'audit' && ' Devices with this schedule then use the schedule of their segment, if any.'}{' '}
          Running tasks continue.
        </RemoveItem>
      )
    },
  }),
]

const segmentsOn = ({ id }: Schedule, segments: readonly SegmentListItem[]): string[] =>
  segments
    .filter(({ scanScheduleId, auditScheduleId }) => scanScheduleId === id || auditScheduleId === id)
    .map(({ name }) => name)
