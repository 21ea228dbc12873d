import type { TopologyEndpoint, TopologyNode } from '@rollcall/shared/api/topology.ts'
import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import type { Legend } from './legend.ts'
import type { Scene } from './scene.ts'

export type Inks = {
  surface: string
  raised: string
  line: string
  text: string
  dimmed: string
  accent: string
  font: string
}

/** Icons of nodes and endpoints, as path data. */
export type Icons = ReadonlyMap<NodeIcon | DeviceType, string>
export type NodeIcon = 'switch' | 'router' | 'access-point' | 'unmanaged'

export const iconOf = ({ kind, type }: Pick<TopologyNode, 'kind' | 'type'>): NodeIcon =>
  kind === 'unmanaged' ? 'unmanaged' : type

export type Picture = {
  scene: Scene
  legend: Legend
  chosen: string | undefined
  /** The port of the chosen node to highlight. */
  port: string | undefined
  /** The endpoints shown of unfolded switches, by the switch's id. */
  unfolded: ReadonlyMap<string, readonly TopologyEndpoint[]>
  colourOfEndpoint: (endpoint: TopologyEndpoint) => string
}

export const endpointName = ({ name, ipAddress, macAddress }: TopologyEndpoint): string =>
  name ?? ipAddress ?? macAddress ?? 'Unnamed device'
