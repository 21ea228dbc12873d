import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Time } from '../../ui/time.tsx'
import classes from './device.module.css'

/** Banner of a device page at a past time, with a link to the present. */
export function PastBar({ deviceId, asOf }: { deviceId: string; asOf: string }) {
  return (
    <div className={classes['past']} role="status">
      <IconHistory size={16} aria-hidden />
      <span>
        The device as of <Time value={asOf} exact />. Nothing later is shown.
      </span>
      <Link to="/devices/$deviceId" params={{ deviceId }}>
        Back to now
      </Link>
    </div>
  )
}
