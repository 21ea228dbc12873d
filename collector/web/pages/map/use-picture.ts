import type { List } from '@rollcall/shared/api/common.ts'
import type { Topology, TopologyEndpoint } from '@rollcall/shared/api/topology.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { segmentsOptions } from '../../api/catalogs.ts'
import { endpointsOptions } from '../../api/topology.ts'
import type { Forest } from './forest.ts'
import { type Colouring, legendOf } from './legend.ts'
import type { Picture } from './picture.ts'
import { arrange, type Positions, sceneOf } from './scene.ts'

const unfoldedMax = 40

type Shown = { map: Topology; forest: Forest; by: Colouring; unfoldedIds: readonly string[]; positions: Positions }

/** Builds the picture of the map: the layout with moved and unfolded switches, colours, and what is selected. */
export function usePicture(
  { map, forest, by, unfoldedIds, positions }: Shown,
  { chosen, port }: Pick<Picture, 'chosen' | 'port'>,
): Picture {
  const segments = useQuery(segmentsOptions)
  const legend = useMemo(
    () => legendOf(map.nodes, by, new Map(segments.data?.items.map(({ id, name }) => [id, name]))),
    [map, by, segments.data],
  )
  const unfolded = useUnfolded(unfoldedIds)
  const layout = useMemo(
    () => sceneOf(forest, new Map([...unfolded].map(([id, items]) => [id, items.length]))),
    [forest, unfolded],
  )
  const scene = useMemo(() => arrange(layout, forest, positions), [layout, forest, positions])
  return useMemo(() => {
    const colourOfEndpoint = ({ device, vlan }: TopologyEndpoint) =>
      legend.colourOf({ type: device?.type ?? null, vlan, segmentId: device?.segmentId ?? null })
    return { scene, legend, chosen, port, unfolded, colourOfEndpoint }
  }, [scene, legend, chosen, port, unfolded])
}

/** Loads the endpoints of unfolded switches. */
function useUnfolded(ids: readonly string[]): ReadonlyMap<string, readonly TopologyEndpoint[]> {
  const queries = useMemo(() => ids.map((node) => endpointsOptions({ node, limit: unfoldedMax })), [ids])
  const combine = useCallback(
    (results: { data: List<TopologyEndpoint> | undefined }[]) =>
      new Map(results.map(({ data }, at) => [ids[at] ?? '', data?.items ?? []])),
    [ids],
  )
  return useQueries({ queries, combine })
}
