import { Link } from '@tanstack/react-router'
import { Empty } from '../../ui/states/empty.tsx'

export function NoDevices({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <Empty title="No device fits" action={<Link to="/devices">Show all devices</Link>}>
        Nothing has this text and all these filters at once.
      </Empty>
    )
  }
  return (
    <Empty title="No devices yet">
      They appear by themselves: once a segment is scanned, an agent has joined on a machine, or a file is imported.
    </Empty>
  )
}
