import type { Component, HardwarePart } from '../../parts.ts'
import { registrySource } from '../../windows/registry-source.ts'
import { pciPartClasses } from '../pci.ts'
import { driverText, manufacturerOf, type PresentDevice, pciAddress, presentDevices } from './present-devices.ts'

/** Lists PCI devices that a person would call a component, and USB devices except hubs. */
export const windowsDevices = registrySource(
  'windows-devices',
  ['components'],
  (registry): HardwarePart => ({
    components: [
      ...presentDevices(registry, 'PCI').flatMap(pciComponent),
      ...presentDevices(registry, 'USB').flatMap(usbComponent),
    ],
  }),
)

function pciComponent(device: PresentDevice): Component[] {
  const { hardwareId, instance, values } = device
  // `PCI\VEN_10DE&CC_0300`: the class of the PCI Code and ID Assignment Specification.
  const [, baseClass = ''] = /\bCC_([0-9A-F]{2})/i.exec(values.strings('CompatibleIDs').join(' ')) ?? []
  const description = pciPartClasses[baseClass.toLowerCase()]
  if (description === undefined) return []
  return [
    {
      id: `pci-${pciAddress(values) ?? `${hardwareId}-${instance}`}`,
      class: 'module',
      description,
      manufacturer: manufacturerOf(values),
      model: modelOf(device),
    },
  ]
}

function usbComponent(device: PresentDevice): Component[] {
  const { hardwareId, instance, values } = device
  const isHub = /^ROOT_HUB/i.test(hardwareId) || /^usbhub/i.test(values.text('Service') ?? '')
  // One function of a device that has several.
  const isPart = /&MI_\d\d/i.test(hardwareId)
  if (isHub || isPart) return []
  return [
    {
      id: `usb-${hardwareId}-${instance}`,
      class: 'module',
      description: 'USB device',
      manufacturer: manufacturerOf(values),
      model: modelOf(device),
      // Windows makes up an instance with `&` for a device without a serial number.
      serialNumber: instance.includes('&') ? undefined : instance,
    },
  ]
}

const modelOf = ({ hardwareId, values }: PresentDevice): string =>
  driverText(values, 'FriendlyName') ?? driverText(values, 'DeviceDesc') ?? hardwareId
