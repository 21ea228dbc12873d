/** Messages of BACnet/IP (ASHRAE 135, annex J) that read properties of a device. Nothing here throws for any bytes. */

/** Property identifiers (ASHRAE 135, clause 21). */
export const properties = {
  applicationSoftwareVersion: 12,
  firmwareRevision: 44,
  modelName: 70,
  objectIdentifier: 75,
  objectName: 77,
  vendorName: 121,
  serialNumber: 372,
} as const

/** Instance that stands for the device that receives the request (clause 15.5.2). */
export const anyInstance = 0x3f_ffff
const deviceObject = 8
const readProperty = 12
const pdu = { complexAck: 3, error: 5, reject: 6, abort: 7 }

/** Builds a ReadProperty request for a property of a device object. */
export function readRequest(invokeId: number, property: number, instance: number): Buffer {
  const object = Buffer.alloc(4)
  object.writeUInt32BE(deviceObject * 2 ** 22 + instance)
  const propertyTag = property > 0xff ? [0x1a, property >> 8, property & 0xff] : [0x19, property]
  // Confirmed request, answers of up to 1,476 bytes in one segment.
  return frame(0x04, [0x00, 0x05, invokeId, readProperty, 0x0c, ...object, ...propertyTag])
}

/** Asks the device for its instance. */
export const whoIs = frame(0x00, [0x10, 0x08])

/** Adds the headers of the link (original unicast) and of the network (version 1). */
function frame(control: number, apdu: readonly number[]): Buffer {
  const length = 6 + apdu.length
  return Buffer.from([0x81, 0x0a, length >> 8, length & 0xff, 0x01, control, ...apdu])
}

/** Returns true for an answer to the request, also for a refusal. */
export function answersRequest(message: Buffer, invokeId: number): boolean {
  const apdu = apduOf(message)
  const [head, id, service] = apdu ?? []
  if (head === undefined || id !== invokeId) return false
  const type = head >> 4
  return (
    type === pdu.reject ||
    type === pdu.abort ||
    ([pdu.complexAck, pdu.error].includes(type) && service === readProperty)
  )
}

/** Returns the instance that an I-Am reports; undefined for another message. */
export function instanceOfIAm(message: Buffer): number | undefined {
  const apdu = apduOf(message)
  if (apdu?.[0] !== 0x10 || apdu[1] !== 0x00) return undefined
  return instanceOf(valueIn(apdu.subarray(2)))
}

type Value = { tag: number; bytes: Buffer }

/** Returns the value that a ReadProperty answer holds; undefined for a refusal. */
export function propertyOf(message: Buffer): Value | undefined {
  const apdu = apduOf(message)
  // An answer in segments is not acknowledged, so the device stops sending it.
  if (apdu === undefined || apdu[0] !== pdu.complexAck << 4 || apdu[3] !== 0x0c) return undefined
  let at = 8
  // The property and, of an array, the index.
  for (const context of [1, 2]) {
    const tag = apdu[at] ?? 0
    if (tag >> 4 === context && (tag & 0x08) !== 0) at += 1 + (tag & 0x07)
  }
  return apdu[at] === 0x3e ? valueIn(apdu.subarray(at + 1)) : undefined
}

/** Returns the instance of a device object identifier. */
export function instanceOf(value: Value | undefined): number | undefined {
  if (value?.tag !== 12 || value.bytes.length !== 4) return undefined
  const object = value.bytes.readUInt32BE()
  return object >>> 22 === deviceObject ? object & 0x3f_ffff : undefined
}

/** Returns the text of a character string; undefined for another value or character set. */
export function textOf(value: Value | undefined): string | undefined {
  if (value?.tag !== 7) return undefined
  const [set] = value.bytes
  const text = value.bytes.subarray(1)
  if (set === 0) return text.toString('utf8')
  if (set === 4)
    return Buffer.from(text.subarray(0, text.length & ~1))
      .swap16()
      .toString('utf16le')
  return set === 5 ? text.toString('latin1') : undefined
}

/** Returns the value at the beginning, with its application tag (clause 20.2.1). */
function valueIn(bytes: Buffer): Value | undefined {
  const head = bytes[0] ?? 0xff
  if ((head & 0x08) !== 0) return undefined
  const [length, at] = lengthOf(bytes)
  if (at + length > bytes.length) return undefined
  return { tag: head >> 4, bytes: bytes.subarray(at, at + length) }
}

/** Returns the length of a value and its index: three bits, one byte or two. */
function lengthOf(bytes: Buffer): [length: number, at: number] {
  const short = (bytes[0] ?? 0) & 0x07
  if (short < 5) return [short, 1]
  const [, byte = 0, high = 0, low = 0] = bytes
  if (byte < 254) return [byte, 2]
  return byte === 254 ? [high * 256 + low, 4] : [Number.POSITIVE_INFINITY, 6]
}

/** Removes the headers of the link and of the network; undefined for another protocol and for network messages. */
function apduOf(message: Buffer): Buffer | undefined {
  const [type, linkFunction] = message
  // Original unicast or, through a foreign-device table, forwarded with the address of its sender.
  if (type !== 0x81 || (linkFunction !== 0x0a && linkFunction !== 0x04)) return undefined
  let at = linkFunction === 0x04 ? 10 : 4
  const control = message[at + 1]
  if (message[at] !== 0x01 || control === undefined || (control & 0x80) !== 0) return undefined
  at += 2
  const hasDestination = (control & 0x20) !== 0
  if (hasDestination) at += 3 + (message[at + 2] ?? 0)
  if ((control & 0x08) !== 0) at += 3 + (message[at + 2] ?? 0)
  if (hasDestination) at += 1
  return at < message.length ? message.subarray(at) : undefined
}
