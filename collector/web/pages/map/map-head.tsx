import type { Topology } from '@rollcall/shared/api/topology.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { countText } from './words.ts'

/** The page title with the number of switches, links and endpoints. */
export function MapHead({ map }: { map: Topology | undefined }) {
  return <PageHead title="Map" about={map && map.nodes.length > 0 ? <Summary map={map} /> : undefined} />
}

function Summary({ map: { nodes, links, endpoints } }: { map: Topology }) {
  const points = nodes.filter(({ type }) => type === 'access-point').length
  return (
    <span className="number">
      {countText(nodes.length - points, 'switch', 'switches')}, {points > 0 && `${countText(points, 'access point')}, `}
      {countText(links.length, 'link')}, {countText(endpoints, 'endpoint')}
    </span>
  )
}
