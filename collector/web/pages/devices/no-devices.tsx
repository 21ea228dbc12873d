import { Link } from '@tanstack/react-router'
import { Empty } from '../../ui/states/empty.tsx'

export function NoDevices({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <Empty art="search" title="No devices match" action={<Link to="/devices">Show all devices</Link>}>
        Change the search or the filters.
      </Empty>
    )
  }
  return <Empty title="No devices yet">Scan a segment, install an agent or import a file to add devices.</Empty>
}
