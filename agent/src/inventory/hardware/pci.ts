import { valueBytesMax } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Component, HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { upTo } from '../up-to.ts'
import { graphicsCard } from './graphics.ts'
import { modelOf, type NamedPciDevice, nameDevices, type PciDevice } from './pci-names.ts'

const folder = '/sys/bus/pci/devices'
const devicesMax = 4096
const cardsMax = 64

/**
 * Lists PCI devices that a person would call a component: no bridges, memory controllers and other parts of a chipset.
 * Graphics cards are in a second list, with what their drivers show.
 */
export const pci: Source<HardwarePart> = {
  name: 'pci',
  reads: ['components', 'graphics'],
  isAvailable: async (host) => (await host.listFolder(folder)).length > 0,
  collect: async (host, onCut) => {
    const slots = await host.listFolder(folder)
    const read = upTo(slots, devicesMax, 'devices', onCut)
    const events = await mapBounded(read, 16, (slot) => host.readFile(`${folder}/${slot}/uevent`, valueBytesMax))
    const devices = read.flatMap((slot, index) => parseUevent(slot, events[index] ?? '') ?? [])
    const named = await nameDevices(host, devices)
    const cards = named.filter(({ isDisplay }) => isDisplay)
    const graphics = await mapBounded(upTo(cards, cardsMax, 'graphics cards', onCut), 8, (device) =>
      graphicsCard(host, device),
    )
    return { components: named.map(componentOf), graphics }
  },
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
const displayClass = '03'

/** Parses a uevent; undefined if the device is no component. PCI_CLASS is written without its leading zeros. */
export function parseUevent(slot: string, text: string): PciDevice | undefined {
  const [, classCode] = /^PCI_CLASS=([0-9A-F]{1,6})$/m.exec(text) ?? []
  const [, vendorId, deviceId] = /^PCI_ID=([0-9A-F]{4}):([0-9A-F]{4})$/m.exec(text) ?? []
  const baseClass = classCode?.padStart(6, '0').slice(0, 2).toLowerCase() ?? ''
  const description = pciPartClasses[baseClass]
  if (description === undefined || vendorId === undefined || deviceId === undefined) return undefined
  return {
    slot,
    description,
    isDisplay: baseClass === displayClass,
    vendorId: vendorId.toLowerCase(),
    deviceId: deviceId.toLowerCase(),
    driver: /^DRIVER=([\w-]+)$/m.exec(text)?.[1],
  }
}

const componentOf = (device: NamedPciDevice): Component => ({
  id: `pci-${device.slot}`,
  class: 'module',
  description: device.description,
  manufacturer: device.manufacturer,
  model: modelOf(device),
})
