import { Menu, SegmentedControl } from '@mantine/core'
import type { Topology } from '@rollcall/shared/api/topology.ts'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { ConfirmButton } from '../../forms/confirm-button.tsx'
import type { MapPageState } from '../../table/list-search.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { optionsOf } from '../../ui/options.ts'
import type { ExportFormat } from './export-map.ts'
import { FindOnMap } from './find-on-map.tsx'
import { type Colouring, colourings } from './legend.ts'
import classes from './map.module.css'

type Props = {
  map: Topology
  isMap: boolean
  by: Colouring
  go: (change: MapPageState) => void
  onExport: (format: ExportFormat) => void
  /** Resets the positions of all nodes; undefined if there are none or the user may not. */
  onReset: (() => Promise<unknown>) | undefined
}

/** The controls above the map. */
export function MapBar({ map, isMap, by, go, onExport, onReset }: Props) {
  return (
    <div className={classes['bar']}>
      <SegmentedControl
        aria-label="View"
        data={[
          { value: 'map', label: 'Map' },
          { value: 'list', label: 'List' },
        ]}
        value={isMap ? 'map' : 'list'}
        onChange={(view) => go({ view })}
      />
      <FindOnMap nodes={map.nodes} onFind={(at, port) => go({ at, port })} />
      {isMap && (
        <SegmentedControl
          aria-label="Colour by"
          data={optionsOf(colourings)}
          value={by}
          onChange={(value) => go({ colour: value === 'type' ? undefined : value })}
        />
      )}
      {isMap && onReset && (
        <ConfirmButton
          action="Reset positions"
          icon={IconArrowBackUp}
          title="Reset positions"
          failed="The positions were not reset"
          run={onReset}
        >
          Every switch returns to its place in the layout, for everyone on this site. Nothing else changes.
        </ConfirmButton>
      )}
      {isMap && (
        <Menu>
          <Menu.Target>
            <ActionButton label="Export" icon={IconDownload} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onExport('svg')}>Whole map as SVG</Menu.Item>
            <Menu.Item onClick={() => onExport('png')}>Whole map as PNG</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
