import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/use-may.ts'
import { Empty } from '../../ui/states/empty.tsx'

/** Nothing is known of the site yet: the ways to the first devices. */
export function FirstSteps({ segments }: { segments: number }) {
  const mayStart = useMay('Administrator')
  const ways = (
    <Group gap="lg">
      {mayStart && <Link to="/first-steps">Take the first steps</Link>}
      <Link to="/segments">{segments === 0 ? 'Add a segment' : 'Scan a segment'}</Link>
      <Link to="/settings/agents">Join an agent</Link>
    </Group>
  )
  if (segments > 0) {
    return (
      <Empty title="Nothing found yet" action={ways}>
        There {segments === 1 ? 'is one segment' : `are ${segments} segments`}. What a scan finds appears here at once.
      </Empty>
    )
  }
  return (
    <Empty title="Nothing is known yet" action={ways}>
      Devices appear by themselves: once a segment is scanned, an agent has joined on a machine, or a file is imported.
    </Empty>
  )
}
