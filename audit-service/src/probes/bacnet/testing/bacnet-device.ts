import { properties } from '../apdu.ts'

const bytes = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** Objects of the device, by property: application-tagged values (ASHRAE 135, clause 20.2). */
export type BacnetValues = ReadonlyMap<number, Buffer>

const text = (value: string): Buffer => {
  const content = Buffer.concat([Buffer.of(0), Buffer.from(value)])
  const head = content.length < 5 ? [0x70 | content.length] : [0x75, content.length]
  return Buffer.concat([Buffer.from(head), content])
}

/** Properties of a controller with the instance 1234. */
export const controllerValues: BacnetValues = new Map([
  [properties.objectIdentifier, bytes('c4 020004d2')],
  [properties.vendorName, text('Reliable Controls')],
  [properties.modelName, text('MACH-ProWebSys')],
  [properties.firmwareRevision, text('8.26.4')],
  [properties.applicationSoftwareVersion, text('2.1')],
  [properties.objectName, text('AHU-3')],
  [properties.serialNumber, text('RC0042-17')],
])

/**
 * Answers as a device of building automation: Who-Is with I-Am, and ReadProperty of its object. `isStrict`: it refuses
 * the instance that stands for any device, as those before protocol revision 4 do.
 */
export function bacnetAnswers(values: BacnetValues = controllerValues, { isStrict = false } = {}) {
  return (request: Buffer): Buffer[] => {
    const apdu = request.subarray(6)
    const asObject = values.get(properties.objectIdentifier)?.subarray(1) ?? Buffer.alloc(4)
    if (apdu[0] === 0x10 && apdu[1] === 0x08)
      return [framed(bytes(`10 00 c4 ${asObject.toString('hex')} 22 05c4 91 00 21 23`))]
    if (apdu[0] !== 0x00 || apdu[3] !== 0x0c) return []
    const invokeId = apdu[2] ?? 0
    const isOwn = apdu.subarray(5, 9).equals(asObject) || (!isStrict && apdu.readUInt32BE(5) === 0x023fffff)
    const tag = apdu[9] ?? 0
    const property = apdu.subarray(10, 10 + (tag & 7)).readUIntBE(0, tag & 7)
    const value = isOwn ? values.get(property) : undefined
    // Error: object or property unknown.
    if (value === undefined) return [framed(Buffer.from([0x50, invokeId, 0x0c, 0x91, 0x02, 0x91, 0x20]))]
    const head = Buffer.from([0x30, invokeId, 0x0c, 0x0c])
    return [framed(Buffer.concat([head, asObject, apdu.subarray(9), Buffer.of(0x3e), value, Buffer.of(0x3f)]))]
  }
}

/** Adds the headers of BACnet/IP: original unicast, version 1, no addresses. */
export function framed(apdu: Buffer, head = '81 0a 0000 01 00'): Buffer {
  const frame = Buffer.concat([bytes(head), apdu])
  frame.writeUInt16BE(frame.length, 2)
  return frame
}
