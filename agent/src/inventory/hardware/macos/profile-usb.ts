import { type Entry, entriesIn, textIn } from '../../loose-values.ts'
import type { Component } from '../../parts.ts'
import type { OnCut } from '../../source.ts'
import { upTo } from '../../up-to.ts'

const devicesMax = 1024
/** USB permits five hubs in a row. */
const depthMax = 8

/** Lists USB devices except hubs. Controllers and hubs contain what is connected to them. */
export function usbDevicesOf(controllers: readonly Entry[], onCut?: OnCut): Component[] {
  const devices = controllers.flatMap((controller) => below(controller, 0))
  return upTo(devices, devicesMax, 'USB devices', onCut)
}

const below = (entry: Entry, depth: number): Component[] =>
  depth > depthMax ? [] : entriesIn(entry, '_items').flatMap((item) => [...deviceOf(item), ...below(item, depth + 1)])

/** Returns an empty array for a hub. The second names are those of SPUSBHostDataType. */
function deviceOf(item: Entry): Component[] {
  const either = (name: string, hostName: string) => textIn(item, name) ?? textIn(item, hostName)
  const model = textIn(item, '_name')
  const isDevice = either('vendor_id', 'USBDeviceKeyVendorID') !== undefined
  if (model === undefined || !isDevice || /\bhub\b/i.test(model)) return []
  // `0x14200000 / 2`: the place on the bus, then the number of the device, which changes.
  const place = either('location_id', 'USBKeyLocationID')?.split(' ')[0]
  const serialNumber = either('serial_num', 'USBDeviceKeySerialNumber')
  return [
    {
      id: `usb-${place ?? model}`,
      class: 'module',
      description: 'USB device',
      manufacturer: either('manufacturer', 'USBDeviceKeyVendorName'),
      model,
      serialNumber: serialNumber === 'Not Provided' ? undefined : serialNumber,
    },
  ]
}
