import type { Question } from '../packets/query-in-rounds.ts'
import type { Targets } from '../packets/targets.ts'
import { discoveryMessage, readDiscoveryAnswer } from '../snmp/endpoint-v3.ts'

/** Ids of 31 bits with the highest bit set: each takes four bytes of BER, so that messages differ only in the id. */
const idOf = (secret: number) => ((secret >>> 2) | 0x4000_0000) >>> 0
const sampleId = idOf(0x5a5a_5a5a)
const sample = discoveryMessage(sampleId)
/** Offsets of the id, which occurs as the message id and as the request id. */
const idsAt = [sample.indexOf(bigEndian(sampleId)), sample.lastIndexOf(bigEndian(sampleId))]

export const discoveryBytes = sample.length

/**
 * Creates v3 engine discovery (RFC 3414, section 4) for each target. An answer counts only if it comes from the queried
 * address and port and has the id sent there, which is a secret.
 */
export function createEngineQuestion(targets: Targets, port: number): Omit<Question<{ target: number }>, 'socket'> {
  return {
    write: ({ bytes, name }, target) => {
      targets.copyName(target, name)
      name.writeUInt16BE(port, 2)
      sample.copy(bytes)
      for (const at of idsAt) bytes.writeUInt32BE(idOf(targets.secretNumber(target)), at)
    },
    read: ({ bytes, name }) => {
      if (name.readUInt16BE(2) !== port) return undefined
      const target = targets.find(name)
      if (target === undefined || !isAnswer(bytes, idOf(targets.secretNumber(target)))) return undefined
      return { target }
    },
  }
}

function isAnswer(bytes: Buffer, id: number): boolean {
  try {
    return readDiscoveryAnswer(bytes, id) !== undefined
  } catch {
    // No SNMP: another service may use the port.
    return false
  }
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
