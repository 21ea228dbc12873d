import { readValue } from '../../platform/host.ts'
import type { HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'

const folder = '/proc/device-tree'

/** Reads the device tree, the self-description of boards without SMBIOS (most of ARM and RISC-V). */
export const deviceTree: Source<HardwarePart> = {
  name: 'device-tree',
  reads: ['system'],
  isAvailable: async (host) => (await readValue(host, `${folder}/model`)) !== undefined,
  collect: async (host) =>
    parseDeviceTree({
      model: await readValue(host, `${folder}/model`),
      serialNumber: await readValue(host, `${folder}/serial-number`),
    }),
}

function parseDeviceTree(values: { model: string | undefined; serialNumber: string | undefined }): HardwarePart {
  // The tree has no property for the manufacturer, but the model of a Raspberry Pi begins with it.
  const manufacturer = values.model?.startsWith('Raspberry Pi') ? 'Raspberry Pi' : undefined
  return { system: { manufacturer, model: values.model, serialNumber: values.serialNumber } }
}
