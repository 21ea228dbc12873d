import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { useQuery } from '@tanstack/react-query'
import { findingSummaryOptions } from '../../api/findings.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { count } from '../../ui/amounts.ts'
import { Figure, Figures } from '../../ui/figures.tsx'
import classes from './dashboard.module.css'

/** Counts of devices and open findings. Each links to a list with the same total. */
export function DeviceFigures({ devices }: Pick<SiteSummary, 'devices'>) {
  const { total, seenLastDay, newLastWeek, unseenLastWeek, stale } = devices
  return (
    <Figures name="Devices">
      <Figure count={total} label={total === 1 ? 'device' : 'devices'} to={{ to: '/devices' }}>
        {newLastWeek > 0 && `+${count(newLastWeek)} in 7 days`}
      </Figure>
      <Figure
        count={seenLastDay}
        label="seen in the last 24 hours"
        to={{ to: '/devices', search: { seen: '24h', sort: '-lastSeen' } }}
      >
        <Share part={seenLastDay} whole={total} />
      </Figure>
      <Figure
        count={newLastWeek}
        label="new in the last 7 days"
        to={{ to: '/devices', search: { new: '7d', sort: '-lastSeen' } }}
      />
      <Figure
        count={unseenLastWeek}
        label="not seen for 7 days"
        state="warn"
        to={{ to: '/devices', search: { quiet: '7d', sort: 'lastSeen' } }}
      >
        <Share part={unseenLastWeek} whole={total} />
      </Figure>
      {stale > 0 && (
        <Figure count={stale} label="stale" to={{ to: '/devices', search: { stale: 'true', sort: 'lastSeen' } }} />
      )}
      <FindingFigure />
    </Figures>
  )
}

function FindingFigure() {
  const { data } = useQuery(findingSummaryOptions)
  if (!data) return null
  const days = data.rules[0]?.trend.map((_, day) => data.rules.reduce((sum, { trend }) => sum + (trend[day] ?? 0), 0))
  const hasErrors = data.rules.some(({ severity, open }) => severity === 'error' && open > 0)
  return (
    <Figure
      count={data.open}
      label={data.open === 1 ? 'open finding' : 'open findings'}
      state={hasErrors ? 'bad' : 'warn'}
      to={{ to: '/findings', search: { state: 'open' } }}
    >
      {days && <Sparkline values={days} label={`Open findings in the last 7 days: ${days.join(', ')}`} />}
    </Figure>
  )
}

/** A part of a whole as a bar with its percentage. */
function Share({ part, whole }: { part: number; whole: number }) {
  const percent = whole === 0 ? 0 : Math.round((part / whole) * 100)
  return (
    <span className={classes['share']}>
      <span className={classes['bar']} aria-hidden>
        <span style={{ width: `${percent}%` }} />
      </span>
      {percent} %
    </span>
  )
}
