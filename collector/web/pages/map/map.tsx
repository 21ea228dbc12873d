import { useQuery } from '@tanstack/react-query'
import { topologyOptions } from '../../api/topology.ts'
import { Empty } from '../../ui/states/empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { MapHead } from './map-head.tsx'
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
