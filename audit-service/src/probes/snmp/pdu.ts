import type { BerReader, BerWriter } from './ber.ts'
import { BerError } from './ber.ts'
import type { Oid } from './oid.ts'
import { readVarbind, Tag, type Varbind, writeVarbind } from './varbind.ts'

/** PDU types by their tags (RFC 3416 section 3). */
export const PduType = {
  get: 0xa0,
  getNext: 0xa1,
  response: 0xa2,
  getBulk: 0xa5,
  report: 0xa8,
} as const
export type PduType = (typeof PduType)[keyof typeof PduType]

/** error-status by name (RFC 3416 section 3); its number is its place. */
export const errorStatusNames = [
  'noError',
  'tooBig',
  'noSuchName',
  'badValue',
  'readOnly',
  'genErr',
  'noAccess',
  'wrongType',
  'wrongLength',
  'wrongEncoding',
  'wrongValue',
  'noCreation',
  'inconsistentValue',
  'resourceUnavailable',
  'commitFailed',
  'undoFailed',
  'authorizationError',
  'notWritable',
  'inconsistentName',
] as const

export const ErrorStatus = {
  noError: 0,
  tooBig: 1,
  noSuchName: 2,
  genErr: 5,
  noAccess: 6,
  authorizationError: 16,
} as const

export type Pdu = {
  type: PduType
  requestId: number
  /** error-status, or non-repeaters of a GETBULK. */
  errorStatus: number
  /** error-index (1 is the first variable, 0 none), or max-repetitions of a GETBULK. */
  errorIndex: number
  varbinds: Varbind[]
}

/** What to ask; the request id is given by who sends it. `vlan` asks in the context of that VLAN. */
export type PduRequest = { type: PduType; oids: readonly Oid[]; maxRepetitions?: number; vlan?: number }

export const requestPdu = (request: PduRequest, requestId: number): Pdu => ({
  type: request.type,
  requestId,
  errorStatus: 0,
  errorIndex: request.maxRepetitions ?? 0,
  varbinds: request.oids.map((oid) => ({ oid, tag: Tag.null, value: null })),
})

export function writePdu(writer: BerWriter, pdu: Pdu): void {
  const mark = writer.written
  for (const varbind of pdu.varbinds.toReversed()) writeVarbind(writer, varbind)
  writer.wrap(0x30, mark)
  writer.integer(pdu.errorIndex)
  writer.integer(pdu.errorStatus)
  writer.integer(pdu.requestId)
  writer.wrap(pdu.type, mark)
}

const pduTypes: ReadonlySet<number> = new Set(Object.values(PduType))
const isPduType = (tag: number): tag is PduType => pduTypes.has(tag)

export function readPdu(reader: BerReader): Pdu {
  const type = reader.peekTag()
  if (!isPduType(type)) throw new BerError(`PDU type ${type}`, reader.offset)
  const outer = reader.enter(type)
  const requestId = reader.integer()
  const errorStatus = reader.integer()
  const errorIndex = reader.integer()
  const list = reader.enter(0x30)
  const varbinds: Varbind[] = []
  while (!reader.atEnd) varbinds.push(readVarbind(reader))
  reader.leave(list)
  reader.leave(outer)
  return { type, requestId, errorStatus, errorIndex, varbinds }
}
