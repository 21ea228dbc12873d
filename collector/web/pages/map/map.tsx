import { Alert, SegmentedControl, useComputedColorScheme } from '@mantine/core'
import type { Topology, TopologyEndpoint } from '@rollcall/shared/api/topology.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { segmentsOptions } from '../../api/catalogs.ts'
import { endpointsOptions, topologyOptions } from '../../api/topology.ts'
import type { MapPageState } from '../../table/list-search.ts'
import { Empty } from '../../ui/states/empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { type Colouring, colourings, legendOf } from './colours.ts'
import { FindOnMap } from './find-on-map.tsx'
import { forestOf, inOrder, nameOf } from './forest.ts'
import { layOut } from './layout.ts'
import { LegendList } from './legend-list.tsx'
import classes from './map.module.css'
import { MapCanvas } from './map-canvas.tsx'
import { MapHead } from './map-head.tsx'
import { NodePanel } from './node-panel.tsx'
import { TreeList } from './tree-list.tsx'

export function MapPage() {
  const query = useQuery(topologyOptions)
  return (
    <>
      <MapHead map={query.data} />
      <Loaded query={query} label="The map" lines={8}>
        {(map) => (map.nodes.length === 0 ? <NoSwitches /> : <Shown map={map} />)}
      </Loaded>
    </>
  )
}

function NoSwitches() {
  return (
    <Empty title="No switches yet">
      The map uses the neighbours (LLDP, CDP) and MAC tables of switches. Add a segment with their addresses and an SNMP
      credential, then scan it.
    </Empty>
  )
}

const unfoldedMax = 40

function Shown({ map }: { map: Topology }) {
  const { view = 'map', colour, at } = useSearch({ from: '/frame/map' })
  const navigate = useNavigate({ from: '/map' })
  const go = (change: MapPageState) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const by: Colouring = colour && Object.hasOwn(colourings, colour) ? (colour as Colouring) : 'type'
  const segments = useQuery(segmentsOptions)
  const forest = useMemo(() => forestOf(map), [map])
  const legend = useMemo(
    () => legendOf(map.nodes, by, new Map(segments.data?.items.map(({ id, name }) => [id, name]))),
    [map, by, segments.data],
  )
  const names = useMemo(() => new Map(map.nodes.map((node) => [node.id, nameOf(node)])), [map])
  const chosen = map.nodes.find(({ id }) => id === at)
  const [unfoldedIds, setUnfolded] = useState<readonly string[]>([])
  const unfolded = useUnfolded(unfoldedIds)
  const scheme = useComputedColorScheme()
  const picture = useMemo(() => {
    const rows = new Map([...unfolded].map(([id, items]) => [id, items.length]))
    const colourOfEndpoint = ({ device, vlan }: TopologyEndpoint) =>
      legend.colourOf({ type: device?.type ?? null, vlan, segmentId: device?.segmentId ?? null })
    return { scene: layOut(forest, rows), legend, chosen: at, unfolded, colourOfEndpoint }
  }, [forest, legend, at, unfolded])
  const step = (by: 1 | -1) => {
    const order = [...inOrder(forest.trees).map(({ node }) => node), ...forest.isolated]
    const next = order[(order.findIndex(({ id }) => id === at) + by + order.length) % order.length]
    go({ at: next?.id })
  }
  const toggle = (id: string) =>
    setUnfolded((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]))
  const isMap = view !== 'list'
  return (
    <>
      <div className={classes['bar']}>
        <SegmentedControl
          size="xs"
          aria-label="View"
          data={[
            { value: 'map', label: 'Map' },
            { value: 'list', label: 'List' },
          ]}
          value={isMap ? 'map' : 'list'}
          onChange={(value) => go({ view: value === 'map' ? undefined : value })}
        />
        <FindOnMap nodes={map.nodes} onFind={(id) => go({ at: id })} />
        {isMap && (
          <SegmentedControl
            size="xs"
            aria-label="Colour by"
            data={Object.entries(colourings).map(([value, label]) => ({ value, label }))}
            value={by}
            onChange={(value) => go({ colour: value === 'type' ? undefined : value })}
          />
        )}
      </div>
      {map.truncated && (
        <Alert variant="outline" color="gray" mb="sm" title="The map is incomplete">
          The network has more switches or endpoints than one map can show.
        </Alert>
      )}
      <div className={classes['whole']} data-chosen={chosen ? true : undefined}>
        <div>
          {isMap ? (
            <>
              <MapCanvas
                picture={picture}
                scheme={scheme}
                onChoose={(id) => go({ at: id })}
                onStep={step}
                onOpen={() =>
                  chosen?.device &&
                  void navigate({ to: '/devices/$deviceId/network', params: { deviceId: chosen.device.id } })
                }
              />
              <LegendList legend={legend} />
            </>
          ) : (
            <TreeList forest={forest} names={names} />
          )}
        </div>
        {chosen && (
          <NodePanel
            node={chosen}
            map={map}
            isUnfolded={unfoldedIds.includes(chosen.id)}
            onUnfold={isMap ? () => toggle(chosen.id) : undefined}
            onChoose={(id) => go({ at: id })}
          />
        )}
      </div>
    </>
  )
}

/** Loads the endpoints of unfolded switches. */
function useUnfolded(ids: readonly string[]): ReadonlyMap<string, readonly TopologyEndpoint[]> {
  return useQueries({
    queries: ids.map((node) => endpointsOptions({ node, limit: unfoldedMax })),
    combine: (results) => new Map(results.map(({ data }, at) => [ids[at] ?? '', data?.items ?? []])),
  })
}
