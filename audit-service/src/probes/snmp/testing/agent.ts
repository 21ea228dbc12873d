import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { BerError } from '../ber.ts'
import { type CommunityMessage, decodeMessage, encodeCommunityMessage } from '../message.ts'
import { compareOids } from '../oid.ts'
import { ErrorStatus, type Pdu, PduType } from '../pdu.ts'
import { Tag, type Varbind } from '../varbind.ts'

export type Agent = {
  address: string
  port: number
  /** Messages received so far. */
  requests: CommunityMessage[]
  stop: () => Promise<void>
}

/** Response to a request: bytes or a PDU to send back, or nothing. */
export type Behaviour = (request: CommunityMessage, from: RemoteInfo, socket: Socket) => Pdu | Buffer | undefined

/** Starts a community agent in this process; it does not answer v3 discovery. */
export function startAgent(behave: Behaviour, address = '127.0.0.1', port = 0): Promise<Agent> {
  const requests: CommunityMessage[] = []
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  socket.on('message', (bytes, from) => {
    const request = decodeMessage(bytes)
    if (request.version === 3) return
    requests.push(request)
    const answer = behave(request, from, socket)
    if (answer === undefined) return
    socket.send(Buffer.isBuffer(answer) ? answer : encoded(request, answer), from.port, from.address)
  })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, address, () => {
      const stop = () => new Promise<void>((done) => socket.close(() => done()))
      resolve({ address, port: socket.address().port, requests, stop })
    })
  })
}

/** Encodes a response, or tooBig if it does not fit into a message (RFC 3416, section 4.2). */
function encoded(request: CommunityMessage, pdu: Pdu): Buffer {
  try {
    return encodeCommunityMessage({ ...request, pdu })
  } catch (error) {
    if (!(error instanceof BerError)) throw error
    return encodeCommunityMessage({ ...request, pdu: { ...pdu, errorStatus: ErrorStatus.tooBig, varbinds: [] } })
  }
}

type MibOptions = {
  /** Truncates GETBULK answers to this number of variables, like an agent with small buffers. */
  varbindsMax?: number
  /** Answers tooBig above this number of repetitions. */
  tooBigAbove?: number
}

/** Answers GET, GETNEXT and GETBULK from a list of objects according to RFC 3416. */
export function mib(objects: readonly Varbind[], options: MibOptions = {}): Behaviour {
  const sorted = objects.toSorted((a, b) => compareOids(a.oid, b.oid))
  const after = (oid: readonly number[]): Varbind =>
    sorted.find((object) => compareOids(object.oid, oid) > 0) ?? { oid, tag: Tag.endOfMibView, value: null }
  const exact = (oid: readonly number[]): Varbind =>
    sorted.find((object) => compareOids(object.oid, oid) === 0) ?? { oid, tag: Tag.noSuchInstance, value: null }
  return ({ version, pdu }) => {
    const answer: Pdu = { ...pdu, type: PduType.response, errorStatus: 0, errorIndex: 0, varbinds: [] }
    if (pdu.type === PduType.getBulk) {
      if (pdu.errorIndex * pdu.varbinds.length > (options.tooBigAbove ?? Number.POSITIVE_INFINITY)) {
        return { ...answer, errorStatus: ErrorStatus.tooBig, varbinds: [] }
      }
      const varbinds: Varbind[] = []
      let row: readonly Varbind[] = pdu.varbinds
      for (let i = 0; i < pdu.errorIndex; i += 1) {
        row = row.map(({ oid }) => after(oid))
        varbinds.push(...row)
      }
      return { ...answer, varbinds: varbinds.slice(0, options.varbindsMax) }
    }
    const varbinds = pdu.varbinds.map(({ oid }) => (pdu.type === PduType.get ? exact(oid) : after(oid)))
    const missing = varbinds.findIndex(({ value }) => value === null)
    if (version === 0 && missing >= 0) {
      return { ...answer, errorStatus: ErrorStatus.noSuchName, errorIndex: missing + 1, varbinds: pdu.varbinds }
    }
    return { ...answer, varbinds }
  }
}
