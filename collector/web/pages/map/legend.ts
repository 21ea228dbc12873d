import type { TopologyNode, TopologyPort } from '@rollcall/shared/api/topology.ts'
import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import { deviceTypeNames } from '../../ui/device-type.tsx'

export const colourings = { type: 'Type', vlan: 'VLAN', segment: 'Segment' } as const
export type Colouring = keyof typeof colourings

/** Colours with at least 3:1 contrast on both backgrounds (WCAG 2.2, 1.4.11), distinct also for colour-blind people. */
const palette = ['#2f74c0', '#c2571a', '#1f8a5f', '#a34b9c', '#94741a', '#2a8b9a', '#c04560', '#6f63c9']
const otherColour = '#7d7d88'

/** The properties of most endpoints at a port, or of one endpoint. */
type PortColours = Pick<TopologyPort, 'type' | 'vlan' | 'segmentId'>

export type Legend = {
  entries: { label: string; colour: string; count: number }[]
  colourOf: (port: PortColours) => string
}

const valueBy: Record<Colouring, (port: PortColours) => string | null> = {
  type: ({ type }) => type,
  vlan: ({ vlan }) => (vlan === null ? null : String(vlan)),
  segment: ({ segmentId }) => segmentId,
}

/** Builds the legend. The most common values get their own colours. */
export function legendOf(
  nodes: readonly TopologyNode[],
  by: Colouring,
  segmentNames: ReadonlyMap<string, string>,
): Legend {
  const counts = new Map<string, number>()
  let rest = 0
  for (const port of nodes.flatMap(({ ports }) => ports)) {
    const value = valueBy[by](port)
    if (value === null) rest += port.endpoints
    else counts.set(value, (counts.get(value) ?? 0) + port.endpoints)
  }
  const sorted = [...counts].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a)
  const named = sorted.slice(0, palette.length)
  const colours = new Map(named.map(([value], at) => [value, palette[at] ?? otherColour]))
  rest += sorted.slice(palette.length).reduce((sum, [, count]) => sum + count, 0)
  const labels: Record<Colouring, (value: string) => string> = {
    type: (value) => deviceTypeNames[value as DeviceType],
    vlan: (value) => `VLAN ${value}`,
    segment: (value) => segmentNames.get(value) ?? 'Deleted segment',
  }
  const entries = named.map(([value, count]) => ({
    label: labels[by](value),
    colour: colours.get(value) ?? otherColour,
    count,
  }))
  if (rest > 0) entries.push({ label: 'Other or unknown', colour: otherColour, count: rest })
  return { entries, colourOf: (port) => colours.get(valueBy[by](port) ?? '') ?? otherColour }
}
