import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { Figure, Figures } from '../../ui/figures.tsx'

/** Counts of devices. Each links to a list with the same total. */
export function DeviceFigures({ devices }: Pick<SiteSummary, 'devices'>) {
  const { total, seenLastDay, newLastWeek, unseenLastWeek, stale } = devices
  return (
    <Figures name="Devices">
      <Figure count={total} label={total === 1 ? 'device' : 'devices'} to={{ to: '/devices' }} />
      <Figure
        count={seenLastDay}
        label="seen in the last 24 hours"
        to={{ to: '/devices', search: { seen: '24h', sort: '-lastSeen' } }}
      />
      <Figure
        count={newLastWeek}
        label="new in the last 7 days"
        to={{ to: '/devices', search: { new: '7d', sort: '-lastSeen' } }}
      />
      <Figure
        count={unseenLastWeek}
        label="not seen for 7 days"
        to={{ to: '/devices', search: { quiet: '7d', sort: 'lastSeen' } }}
      />
      {stale > 0 && (
        <Figure count={stale} label="stale" to={{ to: '/devices', search: { stale: 'true', sort: 'lastSeen' } }} />
      )}
    </Figures>
  )
}
