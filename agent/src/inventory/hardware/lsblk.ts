import { z } from 'zod'
import { runText } from '../../platform/host.ts'
import type { HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { textOrNone } from '../text.ts'
import { isDiskName } from './disks.ts'

/** Runs `lsblk` for the values that udev queried from the disk: /sys has no serial numbers of SATA and SAS disks. */
export const lsblk: Source<HardwarePart> = {
  name: 'lsblk',
  isAvailable: (host) => host.hasProgram('lsblk'),
  collect: async (host) =>
    parseLsblk(await runText(host, 'lsblk', ['--json', '--nodeps', '--output', 'NAME,TYPE,SERIAL,MODEL,VENDOR,REV'])),
}

const textSchema = z.string().nullish()
const outputSchema = z.object({
  blockdevices: z.array(
    z.object({
      name: z.string(),
      type: textSchema,
      serial: textSchema,
      model: textSchema,
      vendor: textSchema,
      rev: textSchema,
    }),
  ),
})

export function parseLsblk(text: string): HardwarePart {
  const { blockdevices } = outputSchema.parse(JSON.parse(text))
  return {
    disks: blockdevices
      .filter(({ name, type }) => (type === 'disk' || type === 'rom') && isDiskName(name))
      .map(({ name, serial, model, vendor, rev }) => ({
        name,
        manufacturer: vendor?.trim() === 'ATA' || vendor?.startsWith('0x') ? undefined : textOrNone(vendor ?? ''),
        model: textOrNone(model ?? ''),
        serialNumber: textOrNone(serial ?? ''),
        firmware: textOrNone(rev ?? ''),
      })),
  }
}
