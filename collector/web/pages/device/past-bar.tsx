import { Link } from '@tanstack/react-router'
import { PastBar } from '../../ui/past-bar.tsx'
import { Time } from '../../ui/time.tsx'

/** Banner of a device page at a past time, with a link to the present. */
export function PastDeviceBar({ deviceId, asOf }: { deviceId: string; asOf: string }) {
  return (
    <PastBar
      back={
        <Link to="/devices/$deviceId" params={{ deviceId }}>
          Back to now
        </Link>
      }
    >
      The device as of <Time value={asOf} exact />. Nothing later is shown.
    </PastBar>
  )
}
