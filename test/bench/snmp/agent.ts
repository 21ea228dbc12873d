import {
  decodeMessage,
  encodeCommunityMessage,
  encodeScopedPdu,
  encodeV3Message,
} from '@rollcall/audit-service/probes/snmp/message.ts'
import { compareOids, type Oid, oid } from '@rollcall/audit-service/probes/snmp/oid.ts'
import { type Pdu, PduType } from '@rollcall/audit-service/probes/snmp/pdu.ts'
import { Tag, type Varbind } from '@rollcall/audit-service/probes/snmp/varbind.ts'

/** As net-snmp's snmpd cuts a GETBULK answer (maxGetbulkResponses). */
const answerVarbindsMax = 100

/** Answers the messages of SNMP agents that all have the same objects, by RFC 3416; v2c, and the discovery of v3. */
export function replay(objects: readonly Varbind[]): (message: Buffer) => Buffer {
  const sorted = objects.toSorted((a, b) => compareOids(a.oid, b.oid))
  return (bytes) => {
    const message = decodeMessage(bytes)
    if (message.version === 3) return discoveryAnswer(message.messageId)
    return encodeCommunityMessage({ ...message, pdu: answer(sorted, message.pdu) })
  }
}

function answer(sorted: readonly Varbind[], pdu: Pdu): Pdu {
  const varbinds =
    pdu.type === PduType.get
      ? pdu.varbinds.map(({ oid }) => exact(sorted, oid))
      : pdu.type === PduType.getBulk
        ? bulk(sorted, pdu)
        : pdu.varbinds.map(({ oid }) => at(sorted, after(sorted, oid), oid))
  return { type: PduType.response, requestId: pdu.requestId, errorStatus: 0, errorIndex: 0, varbinds }
}

/** In a GETBULK, error-status is non-repeaters and error-index is max-repetitions. */
function bulk(sorted: readonly Varbind[], { errorStatus: nonRepeaters, errorIndex, varbinds }: Pdu): Varbind[] {
  const found = varbinds.slice(0, nonRepeaters).map(({ oid }) => at(sorted, after(sorted, oid), oid))
  const repeated = varbinds.slice(nonRepeaters).map(({ oid }) => ({ oid, place: after(sorted, oid) }))
  for (let repetition = 0; repetition < errorIndex; repetition += 1) {
    for (const { oid, place } of repeated) {
      if (found.length === answerVarbindsMax) return found
      // Behind the end the name stays the one before.
      found.push(at(sorted, place + repetition, place < sorted.length ? (sorted.at(-1)?.oid ?? oid) : oid))
    }
    if (repeated.every(({ place }) => place + repetition >= sorted.length)) break
  }
  return found
}

/** The place of the first object behind `oid`. */
function after(sorted: readonly Varbind[], oid: Oid): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareOids(sorted[middle]?.oid ?? [], oid) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

const at = (sorted: readonly Varbind[], place: number, asked: Oid): Varbind =>
  sorted[place] ?? { oid: asked, tag: Tag.endOfMibView, value: null }

function exact(sorted: readonly Varbind[], oid: Oid): Varbind {
  const before = sorted[after(sorted, oid) - 1]
  return before && compareOids(before.oid, oid) === 0 ? before : { oid, tag: Tag.noSuchObject, value: null }
}

const usmStatsUnknownEngineIds = oid('1.3.6.1.6.3.15.1.1.4.0')

function discoveryAnswer(messageId: number): Buffer {
  const engineId = Buffer.from('80007ed9030000005e005301', 'hex')
  const usm = {
    engineId,
    boots: 1,
    time: 1_000,
    user: '',
    authenticationParameters: noBytes,
    privacyParameters: noBytes,
  }
  const counter = { oid: usmStatsUnknownEngineIds, tag: Tag.counter32, value: 1 }
  const pdu: Pdu = { type: PduType.report, requestId: 0, errorStatus: 0, errorIndex: 0, varbinds: [counter] }
  const scoped = encodeScopedPdu({ contextEngineId: engineId, contextName: noBytes, pdu })
  return encodeV3Message({ messageId, flags: 0, usm }, scoped).bytes
}

const noBytes = Buffer.alloc(0)
