import { basename, dirname } from 'node:path/posix'
import type { Host } from '../../platform/host.ts'
import { cachedByFiles } from '../cached-by-times.ts'
import { mapBounded } from '../map-bounded.ts'
import { udevProperties } from './block-devices.ts'

const namesPaths = ['/usr/share/misc/pci.ids', '/usr/share/hwdata/pci.ids', '/usr/share/pci.ids']

export type PciDevice = {
  slot: string
  description: string
  isDisplay: boolean
  vendorId: string
  deviceId: string
  driver?: string | undefined
}
type PciNames = { manufacturer?: string | undefined; model?: string | undefined }
export type NamedPciDevice = PciDevice & PciNames

/** Returns the devices with their names by udev's hardware database, or by pci.ids(5) on a machine without it. */
export async function nameDevices(host: Host, devices: readonly PciDevice[]): Promise<NamedPciDevice[]> {
  const named = await mapBounded(devices, 16, async (device) => {
    const properties = await udevProperties(host, `+pci:${device.slot}`)
    const [manufacturer, model] = ['ID_VENDOR_FROM_DATABASE', 'ID_MODEL_FROM_DATABASE'].map((key) =>
      properties.get(key),
    )
    return { ...device, manufacturer, model }
  })
  if (named.length === 0 || named.some(({ manufacturer }) => manufacturer !== undefined)) return named
  if (!(await host.hasProgram('grep'))) return named
  const files = namesPaths.map((path) => ({ folder: dirname(path), suffix: basename(path) }))
  const of = devices.map(({ vendorId, deviceId }) => `${vendorId}:${deviceId}`).join()
  const text = await cachedByFiles(host, 'pci-names', { files, of }, async () => {
    const lines = await readNames(host, devices)
    return JSON.stringify(devices.map((device) => namesOf(device, lines)))
  })
  const names = JSON.parse(text) as PciNames[]
  return devices.map((device, index) => ({ ...device, ...names[index] }))
}

/** Reads the lines of these manufacturers and devices from pci.ids(5), which is too long to transfer as a whole. */
async function readNames(host: Host, devices: readonly PciDevice[]): Promise<string> {
  const ids = [...new Set(devices.map(({ deviceId }) => deviceId))].join('|')
  const args = ['-hsE', `^[0-9a-f]{4}  |^\t(${ids})  `, ...namesPaths]
  // grep ends with 2 if one of the files is absent, as two of them mostly are.
  const { stdout } = await host.run('grep', args, { timeoutMs: 10_000, outputBytesMax: 8 * 1024 * 1024 })
  return `\n${stdout}`
}

/** Returns the names of a device. `lines` contains lines of pci.ids(5), or is empty. */
export function namesOf({ vendorId, deviceId }: PciDevice, lines: string): PciNames {
  const start = lines.indexOf(`\n${vendorId}  `)
  // A vendor's devices follow on lines with one tab, up to the next line without indentation.
  const next = start < 0 ? -1 : lines.slice(start + 1).search(/\n[0-9a-fC]/)
  const block = start < 0 ? '' : lines.slice(start + 1, next < 0 ? undefined : start + 1 + next)
  return {
    manufacturer: /^[0-9a-f]{4} {2}(.+)/.exec(block)?.[1],
    model: new RegExp(`^\\t${deviceId}  (.+)$`, 'm').exec(block)?.[1],
  }
}

export const modelOf = ({ model, vendorId, deviceId }: NamedPciDevice): string => model ?? `${vendorId}:${deviceId}`
