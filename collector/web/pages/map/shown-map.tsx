import { Alert, useComputedColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Topology } from '@rollcall/shared/api/topology.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { saveFile } from '../../api/request.ts'
import type { MapPageState } from '../../table/list-search.ts'
import { useAction } from '../../ui/use-action.ts'
import { type ExportFormat, exportMap } from './export-map.ts'
import { forestOf, nameOf } from './forest.ts'
import { type Colouring, colourings } from './legend.ts'
import { LegendList } from './legend-list.tsx'
import classes from './map.module.css'
import { MapBar } from './map-bar.tsx'
import { MapCanvas } from './map-canvas.tsx'
import { NodePanel } from './node-panel.tsx'
import { inOrder } from './tree.ts'
import { TreeList } from './tree-list.tsx'
import { usePicture } from './use-picture.ts'
import { usePositions } from './use-positions.ts'

/** On a phone the list is easier to read than the map. */
const phone = '(max-width: 48em)'

export function ShownMap({ map }: { map: Topology }) {
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
  const { view = isPhone ? 'list' : 'map', colour, at, port } = useSearch({ from: '/frame/map' })
  const scheme = useComputedColorScheme()
  const navigate = useNavigate({ from: '/map' })
  const go = (change: MapPageState) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const by: Colouring = colour && Object.hasOwn(colourings, colour) ? (colour as Colouring) : 'type'
  const forest = useMemo(() => forestOf(map), [map])
  const names = useMemo(() => new Map(map.nodes.map((node) => [node.id, nameOf(node)])), [map])
  const chosen = map.nodes.find(({ id }) => id === at)
  const [unfoldedIds, setUnfolded] = useState<readonly string[]>([])
  const placing = usePositions()
  const shown = { map, forest, by, unfoldedIds, positions: placing.positions }
  const picture = usePicture(shown, { chosen: at, port })
  const page = useRef<HTMLDivElement>(null)
  const save = useAction('The map was not exported', async (format: ExportFormat) => {
    if (page.current) saveFile(await exportMap(format, picture, page.current), `map.${format}`)
  })
  const choose = (id: string | undefined) => go({ at: id, port: undefined })
  const step = (by: 1 | -1) => {
    const order = [...inOrder(forest.trees).map(({ node }) => node), ...forest.isolated]
    const next = order[(order.findIndex(({ id }) => id === at) + by + order.length) % order.length]
    choose(next?.id)
  }
  const toggle = (id: string) =>
    setUnfolded((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]))
  const isMap = view !== 'list'
  return (
    <>
      <MapBar
        map={map}
        isMap={isMap}
        by={by}
        go={go}
        onExport={save.mutate}
        onReset={placing.positions.size > 0 ? placing.reset : undefined}
      />
      {map.truncated && (
        <Alert color="gray" mb="sm" title="The map is incomplete">
          The network has more switches or endpoints than one map can show.
        </Alert>
      )}
      <div className={classes['whole']} data-chosen={chosen ? true : undefined}>
        <div>
          {isMap && !placing.isLoaded && <div className={classes['canvasFrame']} />}
          {!isMap && <TreeList forest={forest} names={names} />}
          {isMap && placing.isLoaded && (
            <>
              <MapCanvas
                picture={picture}
                scheme={scheme}
                onChoose={choose}
                onMove={placing.move}
                page={page}
                onStep={step}
                onOpen={() =>
                  chosen?.device &&
                  void navigate({ to: '/devices/$deviceId/network', params: { deviceId: chosen.device.id } })
                }
              />
              <LegendList legend={picture.legend} />
            </>
          )}
        </div>
        {chosen && (
          <NodePanel
            node={chosen}
            map={map}
            isUnfolded={unfoldedIds.includes(chosen.id)}
            onUnfold={isMap ? () => toggle(chosen.id) : undefined}
            port={port}
            onChoose={choose}
          />
        )}
      </div>
    </>
  )
}
