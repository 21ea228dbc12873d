import { dayMs } from '@rollcall/shared/durations.ts'
import { useNow } from '../../ui/now.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './columns.module.css'

/** Shows when a device was last seen, with a status by the limits of the dashboard's figures. */
export function LastSeen({ time }: { time: string }) {
  const days = (useNow() - Date.parse(time)) / dayMs
  return (
    <span className={classes['seen']}>
      <StatusDot kind={days < 1 ? 'good' : days < 7 ? 'off' : 'warn'} />
      <Time value={time} />
    </span>
  )
}
