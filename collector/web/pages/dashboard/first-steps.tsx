import { Link } from '@tanstack/react-router'
import { Empty } from '../../ui/states/empty.tsx'

/** Nothing is known of the site yet: the ways to the first devices. */
export function FirstSteps({ segments }: { segments: number }) {
  if (segments > 0) {
    return (
      <Empty title="Nothing found yet" action={<Link to="/settings/agents">Agents, and how they join</Link>}>
        There {segments === 1 ? 'is one segment' : `are ${segments} segments`}. What a scan finds appears here at once.
      </Empty>
    )
  }
  return (
    <Empty title="Nothing is known yet" action={<Link to="/settings/agents">Join an agent</Link>}>
      Devices appear by themselves: once a segment is scanned, an agent has joined on a machine, or a file is imported.
    </Empty>
  )
}
