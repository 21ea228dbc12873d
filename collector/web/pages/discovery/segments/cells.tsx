import type { Schedule } from '@rollcall/shared/api/schedule.ts'
import type { SegmentLastResult, SegmentListItem } from '@rollcall/shared/api/segment.ts'
import { cronInWords } from '../../../forms/cron/cron-words.ts'
import { count, counted } from '../../../ui/amounts.ts'
import { StateWord } from '../../../ui/state-word.tsx'
import { timeIn } from '../../../ui/time-format.ts'
import classes from './segments.module.css'
import { segmentTypeNames } from './types.ts'

/** The first addresses of a segment, or the directory or cloud that lists its computers. */
export function Ranges({ segment: { ranges, source, type } }: { segment: SegmentListItem }) {
  const more = ranges.total - ranges.first.length
  if (ranges.total === 0) {
    return (
      <>
        {segmentTypeNames[type]}
        {source !== null && <span className={classes['more']}> {source}</span>}
      </>
    )
  }
  return (
    <span className="mono" title={ranges.first.join('\n')}>
      {ranges.first.join(', ')}
      {more > 0 && <span className={classes['more']}> +{count(more)}</span>}
    </span>
  )
}

/** The share of the found hosts that the last scan could read. */
export function Coverage({ result: { hostsFound, audited, addressesTotal } }: { result: SegmentLastResult }) {
  const percent = hostsFound === 0 ? 0 : Math.floor((100 * audited) / hostsFound)
  const about = `${counted(addressesTotal, 'address', 'addresses')}: ${count(hostsFound)} answered, ${count(audited)} audited`
  return (
    <span className={classes['coverage']} title={about}>
      <i aria-hidden>
        <i style={{ width: `${percent}%` }} />
      </i>
      {hostsFound === 0 ? 'none' : `${percent} %`}
    </span>
  )
}

/** A schedule in words. The next run is shown on hover. */
export function ScheduleWords({ schedule }: { schedule: Schedule | undefined }) {
  if (!schedule) return null
  const { name, cron, timeZone, enabled, nextRun } = schedule
  if (!enabled) return <StateWord kind="off">{`${name}: paused`}</StateWord>
  const next = nextRun === null ? '' : `, next ${timeIn(nextRun, timeZone)}`
  return <span title={`${name} (${timeZone})${next}`}>{cronInWords(cron) ?? name}</span>
}
