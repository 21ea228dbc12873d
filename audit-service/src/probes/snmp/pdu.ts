import { BerError, type BerReader } from './ber.ts'
import type { BerWriter } from './ber-writer.ts'
import type { OidSpan } from './oid-span.ts'
import type { ReceivedVarbind } from './received-varbind.ts'
import { Tag, type Varbind, writeVarbind } from './varbind.ts'
import { VarbindList } from './varbind-list.ts'

/** PDU types by their tags (RFC 3416 section 3). */
export const PduType = {
  get: 0xa0,
  getNext: 0xa1,
  response: 0xa2,
  getBulk: 0xa5,
  report: 0xa8,
} as const
export type PduType = (typeof PduType)[keyof typeof PduType]

/** error-status by name (RFC 3416, section 3); the index is its number. */
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

/** A received PDU. `list` is the encoded form for a walk; `varbinds` are decoded on access. */
export class ReceivedPdu implements Pdu {
  readonly type: PduType
  readonly requestId: number
  readonly errorStatus: number
  readonly errorIndex: number
  readonly list: VarbindList

  constructor(type: PduType, requestId: number, errorStatus: number, errorIndex: number, list: VarbindList) {
    this.type = type
    this.requestId = requestId
    this.errorStatus = errorStatus
    this.errorIndex = errorIndex
    this.list = list
  }

  get varbinds(): ReceivedVarbind[] {
    return this.list.all()
  }
}

/** A request without its id, which the sender assigns. `vlan` selects the context of that VLAN. */
export type PduRequest = { type: PduType; oids: readonly OidSpan[]; maxRepetitions?: number; vlan?: number }

export type OutgoingRequest = PduRequest & { requestId: number }

/** Writes a PDU, or a request directly from the octets of its names. */
export function writePdu(writer: BerWriter, pdu: Pdu | OutgoingRequest): void {
  const mark = writer.written
  if ('oids' in pdu) {
    writeNames(writer, pdu.oids)
    writeHead(writer, mark, pdu.type, pdu.requestId, 0, pdu.maxRepetitions ?? 0)
  } else {
    for (const varbind of pdu.varbinds.toReversed()) writeVarbind(writer, varbind)
    writeHead(writer, mark, pdu.type, pdu.requestId, pdu.errorStatus, pdu.errorIndex)
  }
}

function writeNames(writer: BerWriter, oids: readonly OidSpan[]): void {
  for (const oid of oids.toReversed()) {
    const mark = writer.written
    writer.empty(Tag.null)
    writer.span(oid)
    writer.wrap(0x30, mark)
  }
}

/** Writes the fields before the variables, which were written since `mark`. */
function writeHead(
  writer: BerWriter,
  mark: number,
  type: PduType,
  requestId: number,
  errorStatus: number,
  errorIndex: number,
): void {
  writer.wrap(0x30, mark)
  writer.integer(errorIndex)
  writer.integer(errorStatus)
  writer.integer(requestId)
  writer.wrap(type, mark)
}

const pduTypes: ReadonlySet<number> = new Set(Object.values(PduType))
const isPduType = (tag: number): tag is PduType => pduTypes.has(tag)

export function readPdu(reader: BerReader): ReceivedPdu {
  const type = reader.peekTag()
  if (!isPduType(type)) throw new BerError(`PDU type ${type}`, reader.offset)
  const outer = reader.enter(type)
  const requestId = reader.integer()
  const errorStatus = reader.integer()
  const errorIndex = reader.integer()
  const inner = reader.enter(0x30)
  const list = new VarbindList(reader)
  reader.leave(inner)
  reader.leave(outer)
  return new ReceivedPdu(type, requestId, errorStatus, errorIndex, list)
}
