import type { TopologyNode } from '@rollcall/shared/api/topology.ts'
import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import {
  type Icon,
  IconAccessPoint,
  IconHelpSquareRounded,
  IconRouter,
  IconSwitchHorizontal,
} from '@tabler/icons-react'
import { DeviceTypeIcon, deviceTypeNames } from '../../ui/device-type.tsx'
import classes from './map.module.css'
import { iconOf, type NodeIcon } from './picture.ts'

type Node = Pick<TopologyNode, 'kind' | 'type'>

const nodeIcons: Record<NodeIcon, Icon> = {
  switch: IconSwitchHorizontal,
  router: IconRouter,
  'access-point': IconAccessPoint,
  unmanaged: IconHelpSquareRounded,
}

const nodeTypeNames: Record<NodeIcon, string> = {
  switch: 'Switch',
  router: 'Router',
  'access-point': 'Access point',
  unmanaged: 'Unmanaged switch',
}

export const typeNameOf = (node: Node): string => nodeTypeNames[iconOf(node)]

export function NodeTypeIcon({ node }: { node: Node }) {
  const Shape = nodeIcons[iconOf(node)]
  return <Shape size={16} stroke={1.6} className={classes['typeIcon'] ?? ''} aria-hidden />
}

/** All icons of the map, hidden: the canvas draws their shapes. */
export function MapIcons() {
  return (
    <>
      {Object.entries(nodeIcons).map(([name, Shape]) => (
        <span key={name} data-icon={name}>
          <Shape />
        </span>
      ))}
      {(Object.keys(deviceTypeNames) as DeviceType[]).map((type) => (
        <span key={type} data-icon={type}>
          <DeviceTypeIcon type={type} />
        </span>
      ))}
    </>
  )
}
