import { readValue } from '../../platform/host.ts'
import type { Source } from '../source.ts'
import type { HardwarePart } from './part.ts'

const folder = '/proc/device-tree'

/** Boards without SMBIOS (most of ARM and RISC-V) describe themselves in the device tree. */
export const deviceTree: Source<HardwarePart> = {
  name: 'device-tree',
  isAvailable: async (host) => (await readValue(host, `${folder}/model`)) !== undefined,
  collect: async (host) =>
    parseDeviceTree({
      model: await readValue(host, `${folder}/model`),
      serialNumber: await readValue(host, `${folder}/serial-number`),
    }),
}

function parseDeviceTree(values: { model: string | undefined; serialNumber: string | undefined }): HardwarePart {
  // The tree has no property for the maker, but for this one the model begins with it.
  const manufacturer = values.model?.startsWith('Raspberry Pi') ? 'Raspberry Pi' : undefined
  return { system: { manufacturer, model: values.model, serialNumber: values.serialNumber } }
}
