import type { SnmpEndpoint } from './endpoint.ts'
import { isSilence, SnmpError } from './errors.ts'
import { compareOids, formatOid, type Oid, startsWith } from './oid.ts'
import { ErrorStatus, errorStatusNames, type Pdu, PduType } from './pdu.ts'
import type { ReadLimits } from './reader.ts'
import type { Patience } from './transport.ts'
import { isException, type Varbind } from './varbind.ts'

/** How many variables an agent is asked for at once. One per session: what a table taught, the next one uses. */
type Pace = { varbinds: number; ceiling: number }

const varbindsStart = 48
/** Beyond this an answer spans several IP fragments, and one lost fragment loses all. */
const varbindsMax = 128

export const newPace = (): Pace => ({ varbinds: varbindsStart, ceiling: varbindsMax })

type Column = { root: Oid; last: Oid; found: Varbind[]; done: boolean }

export type ColumnsRead = {
  columns: Varbind[][]
  /** Why the end was not reached, in words. */
  cut?: string
  /** The agent stopped answering. */
  silent: boolean
}

/**
 * Walks several columns side by side: each request asks for the next rows of all of them (GETBULK; one row by GETNEXT
 * for v1). The number asked for is halved when an answer does not fit or does not come, and grows again with success.
 * An agent that repeats or goes back is stopped at that column, so a walk always ends.
 */
export async function readColumns(
  endpoint: SnmpEndpoint,
  roots: readonly Oid[],
  limits: ReadLimits,
  patience: Patience,
  pace: Pace,
): Promise<ColumnsRead> {
  const columns: Column[] = roots.map((root) => ({ root, last: root, found: [], done: false }))
  const endsAtMs = performance.now() + limits.timeMs
  const cuts = new Set<string>()
  let bytes = 0
  let silences = 0

  const result = (silent = false): ColumnsRead => {
    const found = columns.map((column) => column.found)
    return cuts.size === 0 ? { columns: found, silent } : { columns: found, silent, cut: [...cuts].join('; ') }
  }

  for (;;) {
    const asked = nextAsked(columns, pace)
    if (asked.length === 0) return result()
    if (performance.now() > endsAtMs) {
      cuts.add(`stopped after ${limits.timeMs} ms`)
      return result()
    }
    const repetitions = endpoint.version === 'v1' ? 1 : Math.max(1, Math.floor(pace.varbinds / asked.length))
    const answer = await ask(endpoint, asked, repetitions, patience)
    if (answer instanceof SnmpError) {
      silences += 1
      if (silences > patience.retries) {
        cuts.add(isSilence(answer) ? 'the agent stopped answering' : answer.message)
        return result(true)
      }
      slowDown(pace)
      continue
    }
    silences = 0
    if (answer.errorStatus === ErrorStatus.tooBig) {
      if (pace.varbinds === 1) {
        cuts.add('an answer does not fit into a message (tooBig)')
        for (const column of asked) column.done = true
      }
      slowDown(pace)
      continue
    }
    if (answer.errorStatus !== 0) {
      endFailed(asked, answer, cuts)
      continue
    }
    const taken = take(asked, answer.varbinds, limits.rowsMax, cuts)
    bytes += taken
    if (taken === 0 && asked.every((column) => !column.done)) {
      cuts.add('the agent answered with nothing')
      return result()
    }
    if (bytes > limits.bytesMax) {
      cuts.add(`stopped after ${limits.bytesMax} bytes`)
      return result()
    }
    adapt(pace, asked.length * repetitions, answer.varbinds.length)
  }
}

/** All columns that are not at their end; when an answer cannot hold them all, those that are furthest behind. */
function nextAsked(columns: readonly Column[], pace: Pace): Column[] {
  const active = columns.filter((column) => !column.done)
  if (active.length <= pace.varbinds) return active
  return active.toSorted((a, b) => a.found.length - b.found.length).slice(0, pace.varbinds)
}

async function ask(
  endpoint: SnmpEndpoint,
  asked: readonly Column[],
  maxRepetitions: number,
  patience: Patience,
): Promise<Pdu | SnmpError> {
  const oids = asked.map((column) => column.last)
  try {
    // No retries of the same size: what may have been too much is asked for in smaller pieces.
    return await endpoint.request(
      endpoint.version === 'v1' ? { type: PduType.getNext, oids } : { type: PduType.getBulk, oids, maxRepetitions },
      { ...patience, retries: 0 },
    )
  } catch (error) {
    if (error instanceof SnmpError && (isSilence(error) || error.kind === 'malformed')) return error
    throw error
  }
}

/** Gives each variable to its column (RFC 3416 section 4.2.3: row by row); returns about how many bytes were taken. */
function take(asked: readonly Column[], varbinds: readonly Varbind[], rowsMax: number, cuts: Set<string>): number {
  let bytes = 0
  for (let i = 0; i < varbinds.length; i += 1) {
    const column = asked[i % asked.length]
    const varbind = varbinds[i]
    if (column === undefined || varbind === undefined || column.done) continue
    if (isException(varbind) || !startsWith(varbind.oid, column.root)) {
      // Some agents fall back to an earlier object: that, too, is the end of this column.
      column.done = true
    } else if (compareOids(varbind.oid, column.last) <= 0) {
      column.done = true
      cuts.add(`stopped where the agent repeats itself or goes back, at ${formatOid(varbind.oid)}`)
    } else if (column.found.length >= rowsMax) {
      column.done = true
      cuts.add(`stopped after ${rowsMax} rows`)
    } else {
      column.last = varbind.oid
      column.found.push(varbind)
      bytes += 8 + varbind.oid.length + (Buffer.isBuffer(varbind.value) ? varbind.value.length : 4)
    }
  }
  return bytes
}

/** noSuchName is the end of the MIB in v1; another error ends the column it names. */
function endFailed(asked: readonly Column[], answer: Pdu, cuts: Set<string>): void {
  const failed = asked[answer.errorIndex - 1]
  for (const column of failed === undefined ? asked : [failed]) column.done = true
  if (answer.errorStatus === ErrorStatus.noSuchName) return
  cuts.add(`the agent answered ${errorStatusNames[answer.errorStatus] ?? `error ${answer.errorStatus}`}`)
}

function slowDown(pace: Pace): void {
  pace.varbinds = Math.max(1, Math.floor(pace.varbinds / 2))
  pace.ceiling = pace.varbinds
}

function adapt(pace: Pace, wanted: number, got: number): void {
  if (got < wanted) {
    // The agent cut the answer to what it can send: ask for no more than that.
    pace.varbinds = Math.max(1, Math.min(pace.varbinds, got))
  } else {
    pace.ceiling = Math.min(varbindsMax, pace.ceiling + Math.ceil(pace.ceiling / 8))
    pace.varbinds = Math.min(pace.ceiling, pace.varbinds * 2)
  }
}
