import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import { Fragment } from 'react'
import { DeviceLink } from '../../../ui/device-link.tsx'

const shownMax = 2

/** The devices that reported the neighbor, with port and protocol. */
export function SeenBy({ seenBy }: Pick<SegmentSuggestion, 'seenBy'>) {
  const more = seenBy.length - shownMax
  return (
    <>
      {seenBy.slice(0, shownMax).map(({ device, port, protocol }, at) => (
        <Fragment key={`${device.id} ${port} ${protocol}`}>
          {at > 0 && ', '}
          <DeviceLink id={device.id} name={device.name} tab="network" title={`${device.name} ${port}`} /> {port} (
          {protocol.toUpperCase()})
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
