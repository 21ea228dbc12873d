import type { HardwarePart } from '../../parts.ts'
import { registrySource } from '../../windows/registry-source.ts'
import { parseEdid } from '../edid.ts'
import { presentDevices } from './present-devices.ts'

/** Lists the connected displays by the EDID that the graphics driver has read from each. */
export const windowsDisplays = registrySource(
  'windows-displays',
  ['monitors'],
  (registry, _host, onCut): HardwarePart => ({
    monitors: presentDevices(registry, 'DISPLAY').flatMap(({ hardwareId, instance, path }) => {
      const edid = registry.values(`${path}\\Device Parameters`).binary('EDID')
      return edid === undefined ? [] : parseEdid(`DISPLAY\\${hardwareId}\\${instance}`, edid, onCut)
    }),
  }),
)
