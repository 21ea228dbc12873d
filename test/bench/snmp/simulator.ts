// A process of its own that is a network of SNMP devices: `simulator.ts PORT switches` on every address of 127.2.0.0/16,
// `simulator.ts PORT table ROWS` one with a table of so many rows. What was asked once is answered from memory, so that
// the simulator is not what is measured.
import { loadLibc } from '@rollcall/audit-service/probes/packets/libc.ts'
import { replay } from './agent.ts'
import { bigTable, deviceDigits, deviceObjects, digitsPlaceholder } from './device.ts'
import { PacketBatch } from './packet-batch.ts'

type Template = { bytes: Buffer; idAt: number; marks: number[] }

const [port = '', kind = '', rows = ''] = process.argv.slice(2)
const agent = replay(kind === 'table' ? bigTable(Number(rows)) : deviceObjects())
const templates = new Map<string, Template>()

/** Returns the offset of the request id in a community message, after version, community and the header of the PDU. */
function requestIdAt(bytes: Buffer): number {
  const skipHeader = (at: number) => at + 2 + ((bytes[at + 1] ?? 0) & 0x80 ? (bytes[at + 1] ?? 0) & 0x7f : 0)
  const community = skipHeader(0) + 3
  const pdu = community + 2 + (bytes[community + 1] ?? 0)
  return skipHeader(pdu) + 2
}

/** All but the request id of an answer is the same for the same question. */
function templateOf(message: Buffer, idAt: number, idEnd: number): Template {
  const key = message.toString('latin1', 0, idAt) + message.toString('latin1', idEnd)
  const template = templates.get(key)
  if (template) return template
  const bytes = agent(message)
  const marks: number[] = []
  for (let at = bytes.indexOf(digitsPlaceholder); at >= 0; at = bytes.indexOf(digitsPlaceholder, at + 1)) marks.push(at)
  const made = { bytes, idAt: requestIdAt(bytes), marks }
  templates.set(key, made)
  return made
}

function answer(packet: Buffer, length: number, host: number): number {
  const message = packet.subarray(0, length)
  // The version, in a message of up to 127 octets as the discovery of v3 is.
  if (message[4] === 3) return agent(message).copy(packet)
  const idAt = requestIdAt(message)
  const id = message.toString('latin1', idAt, idAt + (message[idAt - 1] ?? 0))
  const template = templateOf(message, idAt, idAt + id.length)
  template.bytes.copy(packet)
  packet.write(id, template.idAt, 'latin1')
  for (const mark of template.marks) packet.write(deviceDigits(host), mark, 'latin1')
  return template.bytes.length
}

const loaded = await loadLibc()
if (!loaded.available) throw new Error(loaded.detail)
const packets = new PacketBatch(loaded.libc, Number(port), 128)
process.stdout.write('ready\n')
for (;;) packets.turn(answer)
