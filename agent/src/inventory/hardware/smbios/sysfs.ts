import { readValues } from '../../../platform/host.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { parseInteger } from '../../text.ts'
import { chassisName } from './chassis-types.ts'
import { smbios } from './tables.ts'

const folder = '/sys/class/dmi/id'

/**
 * Reads the SMBIOS values that the kernel shows to every user. Serial numbers and the UUID are absent, unless this is
 * root on a kernel that does not show the tables.
 */
export const dmi: Source<HardwarePart> = {
  name: 'dmi',
  reads: ['system', 'firmware', 'board'],
  fallbackFor: smbios.name,
  isAvailable: async (host) => (await host.listFolder(folder)).length > 0,
  collect: async (host) => parseDmi(await readValues(host, folder, fields)),
}

const fields = [
  'sys_vendor',
  'product_name',
  'product_serial',
  'product_uuid',
  'chassis_type',
  'chassis_asset_tag',
  'board_vendor',
  'board_name',
  'board_serial',
  'bios_vendor',
  'bios_version',
  'bios_date',
] as const
type DmiFields = Partial<Record<(typeof fields)[number], string>>

function parseDmi(id: DmiFields): HardwarePart {
  return {
    system: {
      manufacturer: id.sys_vendor,
      model: id.product_name,
      serialNumber: id.product_serial,
      uuid: id.product_uuid?.toLowerCase(),
      assetTag: id.chassis_asset_tag,
      chassis: chassisName(parseInteger(id.chassis_type)),
    },
    firmware: { vendor: id.bios_vendor, version: id.bios_version, date: id.bios_date },
    board: { manufacturer: id.board_vendor, model: id.board_name, serialNumber: id.board_serial },
  }
}
