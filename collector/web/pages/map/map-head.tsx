import type { Topology } from '@rollcall/shared/api/topology.ts'
import { counted } from '../../ui/amounts.ts'
import { PageHead } from '../../ui/page-head.tsx'

/** The page title with the number of switches, links and endpoints. */
export function MapHead({ map }: { map: Topology | undefined }) {
  return <PageHead title="Map" about={map && map.nodes.length > 0 ? <Summary map={map} /> : undefined} />
}

function Summary({ map: { nodes, links, endpoints } }: { map: Topology }) {
  const points = nodes.filter(({ type }) => type === 'access-point').length
  return (
    <span className="number">
      {counted(nodes.length - points, 'switch', 'switches')}, {points > 0 && `${counted(points, 'access point')}, `}
      {counted(links.length, 'link')}, {counted(endpoints, 'endpoint')}
    </span>
  )
}
