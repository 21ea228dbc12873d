import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'

const shownMax = 2

/** The devices that reported the neighbor, with port and protocol. */
export function SeenBy({ seenBy }: Pick<SegmentSuggestion, 'seenBy'>) {
  const more = seenBy.length - shownMax
  return (
    <>
      {seenBy.slice(0, shownMax).map(({ device, port, protocol }, at) => (
        <Fragment key={`${device.id} ${port} ${protocol}`}>
          {at > 0 && ', '}
          <Link to="/devices/$deviceId/network" params={{ deviceId: device.id }} title={`${device.name} ${port}`}>
            {device.name}
          </Link>{' '}
          {port} ({protocol.toUpperCase()})
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
