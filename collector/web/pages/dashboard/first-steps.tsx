import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/use-may.ts'
import { counted } from '../../ui/amounts.ts'
import { Empty } from '../../ui/states/empty.tsx'

/** Shows ways to the first devices of an empty site. */
export function FirstSteps({ segments }: { segments: number }) {
  const mayStart = useMay('Administrator')
  const ways = (
    <Group gap="lg">
      {mayStart && <Link to="/first-steps">Open first steps</Link>}
      <Link to="/segments">{segments === 0 ? 'Add a segment' : 'Scan a segment'}</Link>
      <Link to="/settings/agents">Install an agent</Link>
    </Group>
  )
  if (segments > 0) {
    return (
      <Empty title="No devices yet" action={ways}>
        The site has {counted(segments, 'segment')}. Scan one: its devices appear here.
      </Empty>
    )
  }
  return (
    <Empty title="No devices yet" action={ways}>
      Scan a segment, install an agent or import a file to add devices.
    </Empty>
  )
}
