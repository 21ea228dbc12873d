import { encodeOid } from './ber-writer.ts'
import type { SnmpEndpoint } from './endpoint.ts'
import { SnmpError } from './errors.ts'
import type { Oid } from './oid.ts'
import { compareSpans, type OidSpan } from './oid-span.ts'
import { ErrorStatus, PduType } from './pdu.ts'
import {
  defaultHostLimits,
  defaultReadLimits,
  type HostLimits,
  type ReadLimits,
  type SnmpReader,
  type Table,
} from './reader.ts'
import { RequestSize } from './request-size.ts'
import { mergeRows } from './rows.ts'
import type { Patience } from './transport.ts'
import { isException, type Varbind } from './varbind.ts'
import { createVlanCheck, vlanReader } from './vlan-reader.ts'
import { type ColumnsRead, readColumns } from './walk.ts'

export type VarbindListener = (varbind: Varbind, vlan?: number) => void

export type SessionOptions = Patience & {
  limits?: ReadLimits | undefined
  hostLimits?: HostLimits | undefined
  /** Receives every object of the device in reading order, with the VLAN of the request. */
  onVarbind?: VarbindListener | undefined
}

const oidsPerGetMax = 24
/** Unanswered reads in a row after which the agent counts as gone. */
const silencesMax = 2

/** Creates a reader of a live agent. One request is in progress at a time, because agents have little capacity. */
export function createSession(endpoint: SnmpEndpoint, options: SessionOptions): SnmpReader {
  const size = new RequestSize(endpoint.version)
  const limits = options.limits ?? defaultReadLimits
  const hasVlan = createVlanCheck()
  const hostLimits = options.hostLimits ?? defaultHostLimits
  const startedAtMs = performance.now()
  let bytes = 0
  let silences = 0
  let oidsPerGet = oidsPerGetMax

  async function get(oids: readonly Oid[]): Promise<(Varbind | undefined)[]> {
    refuseWhenSpent()
    const results: (Varbind | undefined)[] = new Array(oids.length).fill(undefined)
    let waiting = oids.map((oid, at) => ({ oid: encodeOid(oid), at }))
    while (waiting.length > 0) {
      const requested = waiting.slice(0, oidsPerGet)
      const answer = await endpoint.request({ type: PduType.get, oids: requested.map(({ oid }) => oid) }, options)
      if (answer.errorStatus === ErrorStatus.tooBig && requested.length > 1) {
        oidsPerGet = Math.ceil(requested.length / 2)
        continue
      }
      if (answer.errorStatus !== 0) {
        // v1 returns nothing if one object is missing (noSuchName), and others on genErr: repeat without that object.
        const failed = requested[answer.errorIndex - 1]
        waiting = failed === undefined ? waiting.slice(requested.length) : waiting.filter((each) => each !== failed)
        continue
      }
      const { varbinds } = answer
      requested.forEach(({ oid, at }, i) => {
        const varbind = varbinds[i]
        if (varbind === undefined || isException(varbind) || compareSpans(varbind, 0, oid, 0) !== 0) return
        results[at] = varbind
        options.onVarbind?.(varbind)
      })
      waiting = waiting.slice(requested.length)
    }
    return results
  }

  /** Returns the reason that nothing more is read from this device. */
  function spent(): string | undefined {
    if (silences >= silencesMax) return 'not read: the agent stopped answering'
    if (bytes >= hostLimits.bytesMax) return `not read: the limit of ${hostLimits.bytesMax} bytes per device is reached`
    if (performance.now() - startedAtMs >= hostLimits.timeMs)
      return `not read: the limit of ${hostLimits.timeMs} ms per device is reached`
    return undefined
  }

  function refuseWhenSpent(): void {
    const cut = spent()
    if (cut !== undefined) throw new SnmpError('no-answer', cut)
  }

  async function columns(roots: readonly OidSpan[], tableLimits: ReadLimits): Promise<ColumnsRead> {
    options.signal?.throwIfAborted()
    const cut = spent()
    if (cut !== undefined) return { columns: () => [], bytes: 0, cut, silent: true }
    const limits = {
      ...tableLimits,
      bytesMax: Math.min(tableLimits.bytesMax, hostLimits.bytesMax - bytes),
      timeMs: Math.min(tableLimits.timeMs, Math.ceil(hostLimits.timeMs - (performance.now() - startedAtMs))),
    }
    const read = await readColumns(endpoint, roots, limits, options, size)
    silences = read.silent ? silences + 1 : 0
    bytes += read.bytes
    if (options.onVarbind) for (const column of read.columns()) for (const varbind of column) options.onVarbind(varbind)
    return read
  }

  async function next(oid: Oid): Promise<Varbind | undefined> {
    refuseWhenSpent()
    const requested = encodeOid(oid)
    const answer = await endpoint.request({ type: PduType.getNext, oids: [requested] }, options)
    const [varbind] = answer.varbinds
    const found = answer.errorStatus === 0 && varbind !== undefined && !isException(varbind)
    return found && compareSpans(varbind, 0, requested, 0) > 0 ? varbind : undefined
  }

  async function following(oid: Oid, count: number): Promise<Varbind[]> {
    refuseWhenSpent()
    const requested = encodeOid(oid)
    const oids = [requested]
    const bulk = { type: PduType.getBulk, oids, maxRepetitions: Math.min(count, size.repetitions(1)) }
    const answer = await endpoint.request(size.byGetNext ? { type: PduType.getNext, oids } : bulk, options)
    bytes += answer.list.bytes
    if (answer.errorStatus !== 0) return []
    const found: Varbind[] = []
    let last: OidSpan = requested
    for (const varbind of answer.varbinds.slice(0, count)) {
      if (isException(varbind) || compareSpans(varbind, 0, last, 0) <= 0) break
      last = varbind
      found.push(varbind)
      options.onVarbind?.(varbind)
    }
    return found
  }

  return {
    get,
    next,
    following,
    async table(roots, requested): Promise<Table> {
      const spans = roots.map(encodeOid)
      const merged = { ...limits, ...requested }
      return tableOf(await columns(spans, merged), spans, merged.rowsMax)
    },
    inVlan(vlan) {
      const { onVarbind } = options
      const within: SnmpEndpoint = {
        version: endpoint.version,
        request: (request, patience) => endpoint.request({ ...request, vlan }, patience),
      }
      const listener = onVarbind && { onVarbind: (varbind: Varbind) => onVarbind(varbind, vlan) }
      return vlanReader(createSession(within, { ...options, ...listener }), hasVlan)
    },
  }
}

/**
 * Returns a table whose rows are created on access, to be used once. Tables of many devices end at the same time, so
 * the rows of one are released before those of the next are created.
 */
function tableOf({ columns, cut }: ColumnsRead, roots: readonly OidSpan[], rowsMax: number): Table {
  return {
    get rows() {
      return mergeRows(columns(), roots, rowsMax)
    },
    ...(cut !== undefined && { cut }),
  }
}
