import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Time } from '../../ui/time.tsx'
import classes from './device.module.css'

/** The page shows the past: it says so, and leads back. */
export function PastBar({ deviceId, asOf }: { deviceId: string; asOf: string }) {
  return (
    <div className={classes['past']} role="status">
      <IconHistory size={16} aria-hidden />
      <span>
        As it was on <Time value={asOf} exact />. Its history and what identifies it are those of today.
      </span>
      <Link to="/devices/$deviceId" params={{ deviceId }}>
        Back to today
      </Link>
    </div>
  )
}
