import { readValue } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { upTo } from '../up-to.ts'
import { edidBytesMax, parseEdid } from './edid.ts'

const folder = '/sys/class/drm'
const connectorsMax = 64

/** Reads the displays at the connectors of the graphics adapters. */
export const monitors: Source<HardwarePart> = {
  name: 'monitors',
  reads: ['monitors'],
  isAvailable: async (host) => (await host.listFolder(folder)).some((name) => connectorOf(name) !== undefined),
  collect: async (host, onCut) => {
    const names = (await host.listFolder(folder)).filter((name) => connectorOf(name) !== undefined)
    const found = await mapBounded(upTo(names, connectorsMax, 'connectors', onCut), 8, async (name) => {
      if ((await readValue(host, `${folder}/${name}/status`)) !== 'connected') return []
      const edid = await host.readBytes(`${folder}/${name}/edid`, edidBytesMax)
      // Virtual displays and old analogue ones have none.
      return edid?.length ? [parseEdid(connectorOf(name) ?? name, edid, onCut)] : []
    })
    return { monitors: found.flat() }
  },
}

/** Returns `HDMI-A-1` for `card0-HDMI-A-1`: adapters are numbered anew at each start, connectors over all adapters. */
const connectorOf = (name: string): string | undefined => /^card\d+-(.+)$/.exec(name)?.[1]
