import { Link } from '@tanstack/react-router'
import { PastBar } from '../../ui/past-bar.tsx'
import { Time } from '../../ui/time.tsx'
import { filterNames } from './filters.tsx'

type Props = {
  asOf: string
  /** The keys of the address that are not known for that time. */
  omitted: readonly string[]
}

/** Banner of the list at a past time, with a link to the same list now. */
export function PastListBar({ asOf, omitted }: Props) {
  const names = omitted.flatMap((key) => filterNames[key] ?? [])
  return (
    <PastBar
      back={
        <Link to="/devices" search={({ asOf: _, ...now }) => now}>
          Back to now
        </Link>
      }
    >
      As of <Time value={asOf} exact />, also devices that were deleted since.
      {names.length > 0 && ` Not known for that time and left out: ${names.join(', ')}.`}
    </PastBar>
  )
}
