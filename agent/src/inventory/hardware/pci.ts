import { type Host, valueBytesMax } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Component, HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'

const folder = '/sys/bus/pci/devices'
const namesPaths = ['/usr/share/misc/pci.ids', '/usr/share/hwdata/pci.ids', '/usr/share/pci.ids']
const devicesMax = 4096

/**
 * Lists PCI devices that a person would call a component: no bridges, memory controllers and other parts of a chipset.
 */
export const pci: Source<HardwarePart> = {
  name: 'pci',
  isAvailable: async (host) => (await host.listFolder(folder)).length > 0,
  collect: async (host) => {
    const slots = (await host.listFolder(folder)).slice(0, devicesMax)
    const events = await mapBounded(slots, 16, (slot) => host.readFile(`${folder}/${slot}/uevent`, valueBytesMax))
    const devices = slots.flatMap((slot, index) => parseUevent(slot, events[index] ?? '') ?? [])
    const names = devices.length > 0 ? await readNames(host, devices) : ''
    return { components: devices.map((device) => componentOf(device, names)) }
  },
}

/** Reads the lines of these manufacturers and devices from pci.ids(5), which is too long to transfer as a whole. */
async function readNames(host: Host, devices: readonly PciDevice[]): Promise<string> {
  if (!(await host.hasProgram('grep'))) return ''
  const ids = [...new Set(devices.map(({ deviceId }) => deviceId))].join('|')
  const args = ['-hsE', `^[0-9a-f]{4}  |^\t(${ids})  `, ...namesPaths]
  // grep ends with 2 if one of the files is absent, as two of them mostly are.
  const { stdout } = await host.run('grep', args, { timeoutMs: 10_000, outputBytesMax: 8 * 1024 * 1024 })
  return `\n${stdout}`
}

/** Base classes of the PCI Code and ID Assignment Specification that are components. */
export const pciPartClasses: Record<string, string> = {
  '00': 'Unclassified device',
  '01': 'Mass storage controller',
  '02': 'Network controller',
  '03': 'Display controller',
  '04': 'Multimedia controller',
  '0d': 'Wireless controller',
  '10': 'Encryption controller',
  '12': 'Processing accelerator',
  ff: 'Unassigned class',
}

type PciDevice = { slot: string; description: string; vendorId: string; deviceId: string }

/** Parses a uevent; undefined if the device is no component. PCI_CLASS is written without its leading zeros. */
export function parseUevent(slot: string, text: string): PciDevice | undefined {
  const [, classCode] = /^PCI_CLASS=([0-9A-F]{1,6})$/m.exec(text) ?? []
  const [, vendorId, deviceId] = /^PCI_ID=([0-9A-F]{4}):([0-9A-F]{4})$/m.exec(text) ?? []
  const description = pciPartClasses[classCode?.padStart(6, '0').slice(0, 2).toLowerCase() ?? '']
  if (description === undefined || vendorId === undefined || deviceId === undefined) return undefined
  return { slot, description, vendorId: vendorId.toLowerCase(), deviceId: deviceId.toLowerCase() }
}

/** Returns the component of a device. `names` contains lines of pci.ids(5), or is empty. */
export function componentOf({ slot, description, vendorId, deviceId }: PciDevice, names: string): Component {
  const start = names.indexOf(`\n${vendorId}  `)
  // A vendor's devices follow on lines with one tab, up to the next line without indentation.
  const next = start < 0 ? -1 : names.slice(start + 1).search(/\n[0-9a-fC]/)
  const block = start < 0 ? '' : names.slice(start + 1, next < 0 ? undefined : start + 1 + next)
  const device = new RegExp(`^\\t${deviceId}  (.+)$`, 'm').exec(block)?.[1]
  return {
    id: `pci-${slot}`,
    class: 'module',
    description,
    manufacturer: /^[0-9a-f]{4} {2}(.+)/.exec(block)?.[1],
    model: device ?? `${vendorId}:${deviceId}`,
  }
}
