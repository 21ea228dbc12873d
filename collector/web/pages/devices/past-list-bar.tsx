import { Link } from '@tanstack/react-router'
import { PastBar } from '../../ui/past-bar.tsx'
import { Time } from '../../ui/time.tsx'

/** Banner of the list at a past time, with a link to the same list now. */
export function PastListBar({ asOf }: { asOf: string }) {
  return (
    <PastBar
      back={
        <Link to="/devices" search={({ asOf: _, ...now }) => now}>
          Back to now
        </Link>
      }
    >
      As of <Time value={asOf} exact />, also devices that were deleted since
    </PastBar>
  )
}
