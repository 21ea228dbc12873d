import { type Host, readValues } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Component, HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'

const folder = '/sys/bus/usb/devices'
const devicesMax = 1024

/** Lists USB devices except hubs, with their own names. */
export const usb: Source<HardwarePart> = {
  name: 'usb',
  isAvailable: async (host) => (await host.listFolder(folder)).length > 0,
  collect: async (host) => {
    // `1-4` is a device, `1-4:1.0` one of its interfaces.
    const ports = (await host.listFolder(folder)).filter((name) => !name.includes(':')).slice(0, devicesMax)
    const devices = await mapBounded(ports, 8, (port) => readDevice(host, port))
    return { components: devices.flatMap((device) => parseUsb(device) ?? []) }
  },
}

const attributes = ['bDeviceClass', 'idVendor', 'idProduct', 'manufacturer', 'product', 'serial'] as const
type UsbDevice = { port: string } & Partial<Record<(typeof attributes)[number], string>>

const readDevice = async (host: Host, port: string): Promise<UsbDevice> => ({
  port,
  ...(await readValues(host, `${folder}/${port}`, attributes)),
})

export function parseUsb(device: UsbDevice): Component | undefined {
  const hubClass = '09'
  if (device.idVendor === undefined || device.bDeviceClass === hubClass) return undefined
  return {
    id: `usb-${device.port}`,
    class: 'module',
    description: 'USB device',
    manufacturer: device.manufacturer,
    model: device.product ?? `${device.idVendor}:${device.idProduct ?? ''}`,
    serialNumber: device.serial,
  }
}
