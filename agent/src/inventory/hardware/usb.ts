import { type Host, readValues } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Component, HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { upTo } from '../up-to.ts'
import { udevProperties } from './block-devices.ts'

const folder = '/sys/bus/usb/devices'
const devicesMax = 1024

/** Lists USB devices except hubs, with their own names, or those of udev's hardware database. */
export const usb: Source<HardwarePart> = {
  name: 'usb',
  reads: ['components'],
  isAvailable: async (host) => (await host.listFolder(folder)).length > 0,
  collect: async (host, onCut) => {
    // `1-4` is a device, `1-4:1.0` one of its interfaces.
    const ports = (await host.listFolder(folder)).filter((name) => !name.includes(':'))
    const devices = await mapBounded(upTo(ports, devicesMax, 'devices', onCut), 8, (port) => readDevice(host, port))
    return { components: devices.flatMap((device) => parseUsb(device) ?? []) }
  },
}

const attributes = ['bDeviceClass', 'idVendor', 'idProduct', 'manufacturer', 'product', 'serial', 'dev'] as const
type UsbDevice = { port: string } & Partial<Record<(typeof attributes)[number], string>>

async function readDevice(host: Host, port: string): Promise<UsbDevice> {
  const values = await readValues(host, `${folder}/${port}`, attributes)
  if (values.dev === undefined || (values.manufacturer !== undefined && values.product !== undefined)) {
    return { port, ...values }
  }
  const properties = await udevProperties(host, `c${values.dev}`)
  const [manufacturer, product] = ['ID_VENDOR_FROM_DATABASE', 'ID_MODEL_FROM_DATABASE'].map((name) =>
    properties.get(name),
  )
  return { port, ...(manufacturer && { manufacturer }), ...(product && { product }), ...values }
}

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
