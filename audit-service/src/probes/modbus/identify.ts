import type { Print, PrintReading } from '../identify/print.ts'
import type { Line } from '../tcp/conversation.ts'

/** Read Device Identification: an encapsulated interface transport (Modbus Application Protocol 1.1b3, 6.21). */
const functionCode = 0x2b
const meiType = 0x0e
const categories = { basic: 1, regular: 2 }
/** Objects of the categories. */
const objects = { vendorName: 0, productCode: 1, revision: 2, vendorUrl: 3, productName: 4, modelName: 5 }
/** Exceptions: the function is unknown; a value is not allowed (a category that the device does not have). */
const exceptions = { function: 1, value: 3 }

/** Unit identifiers of the device itself behind TCP. Others are devices on the serial line of a gateway. */
const ownUnits = [0xff, 0x00]
const requestsMax = 8
const headerBytes = 7

/** Reads vendor, product and revision of an industrial controller. No register is read or written. */
export const modbusPrint: Print = {
  name: 'modbus',
  ports: { tcp: [502] },
  read: (visit) => visit.converse(identify),
}

async function identify(line: Line): Promise<PrintReading | undefined> {
  const requests = { left: requestsMax, next: 1 }
  let isModbus = false
  for (const unit of ownUnits) {
    for (const category of [categories.regular, categories.basic]) {
      const found = await readObjects(line, { unit, category }, requests)
      if (found === undefined) return isModbus ? { service: { name: 'modbus' } } : undefined
      isModbus = true
      if (found.values.size > 0) return describe(found.values)
      if (found.exception === exceptions.function) return { service: { name: 'modbus' } }
      // The device has no such category, so it may have the other. All other exceptions concern the unit.
      if (found.exception !== exceptions.value) break
    }
  }
  return { service: { name: 'modbus' } }
}

function describe(values: ReadonlyMap<number, string>): PrintReading {
  const manufacturer = values.get(objects.vendorName)
  const version = values.get(objects.revision)
  const [name, code] = [values.get(objects.productName), values.get(objects.productCode)]
  const model = values.get(objects.modelName) || name || code
  return {
    service: { name: 'modbus', product: name || code, version, banner: [...values.values()].join(', ') },
    device: { manufacturer, model, firmwareVersion: version },
  }
}

type Found = { values: ReadonlyMap<number, string>; exception?: number }

/** Reads all objects of a category, which may take several answers. Undefined if the port does not speak Modbus. */
async function readObjects(
  line: Line,
  { unit, category }: { unit: number; category: number },
  requests: { left: number; next: number },
): Promise<Found | undefined> {
  const values = new Map<number, string>()
  let object: number | undefined = 0
  while (object !== undefined && requests.left > 0) {
    requests.left -= 1
    const transaction = requests.next++
    line.send(requestOf(transaction, unit, [functionCode, meiType, category, object]))
    const answer = await line.receive(messageLength)
    // What was read before a silence counts.
    if (answer === undefined) return values.size > 0 ? { values } : undefined
    if (answer.readUInt16BE(0) !== transaction || answer.readUInt16BE(2) !== 0) return undefined
    const pdu = answer.subarray(headerBytes)
    if (pdu[0] === (functionCode | 0x80)) return { values, exception: pdu.readUInt8(1) }
    if (pdu[0] !== functionCode || pdu[1] !== meiType) return undefined
    object = readList(pdu, values)
  }
  return { values }
}

/** Adds the objects of an answer, and returns the next object to ask for; undefined if there are no more. */
function readList(pdu: Buffer, values: Map<number, string>): number | undefined {
  const [moreFollows, next, count] = [pdu.readUInt8(4), pdu.readUInt8(5), pdu.readUInt8(6)]
  let at = 7
  for (let index = 0; index < count && at + 2 <= pdu.length; index++) {
    const length = pdu.readUInt8(at + 1)
    // Private objects from 0x80 on may hold anything.
    if (pdu.readUInt8(at) < 0x80) values.set(pdu.readUInt8(at), pdu.toString('latin1', at + 2, at + 2 + length).trim())
    at += 2 + length
  }
  return moreFollows === 0xff && !values.has(next) && next < 0x80 ? next : undefined
}

/** The header counts the bytes after its length field: the unit and at most 253 bytes of the PDU. */
function messageLength(bytes: Buffer): number | undefined {
  if (bytes.length < 6) return undefined
  const length = bytes.readUInt16BE(4)
  // A text of another protocol: its beginning is returned and refused.
  return length < 3 || length > 254 || bytes.readUInt16BE(2) !== 0 ? bytes.length : 6 + length
}

function requestOf(transaction: number, unit: number, pdu: readonly number[]): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt16BE(transaction, 0)
  header.writeUInt16BE(1 + pdu.length, 4)
  header.writeUInt8(unit, 6)
  return Buffer.concat([header, Buffer.from(pdu)])
}
