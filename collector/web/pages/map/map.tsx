import type { Topology } from '@rollcall/shared/api/topology.ts'
import { useQuery } from '@tanstack/react-query'
import { topologyOptions } from '../../api/topology.ts'
import { counted } from '../../ui/amounts.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ShownMap } from './shown-map.tsx'

export function MapPage() {
  const query = useQuery(topologyOptions)
  return (
    <>
      <MapHead map={query.data} />
      <Loaded query={query} label="The map" lines={8}>
        {(map) => (map.nodes.length === 0 ? <NoSwitches /> : <ShownMap map={map} />)}
      </Loaded>
    </>
  )
}

function NoSwitches() {
  return (
    <Empty art="network" title="No switches yet">
      The map uses the neighbours (LLDP, CDP) and MAC tables of switches. Add a segment with their addresses and an SNMP
      credential, then scan it.
    </Empty>
  )
}

/** The page title with the number of switches, links and endpoints. */
function MapHead({ map }: { map: Topology | undefined }) {
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
