import { Answers } from './answers.ts'
import { Column } from './column.ts'
import type { SnmpEndpoint } from './endpoint.ts'
import { isSilence, SnmpError } from './errors.ts'
import type { OidSpan } from './oid-span.ts'
import { ErrorStatus, errorStatusNames, type ReceivedPdu } from './pdu.ts'
import type { ReadLimits } from './reader.ts'
import type { ReceivedVarbind } from './received-varbind.ts'
import type { RequestSize } from './request-size.ts'
import type { Patience } from './transport.ts'

export type ColumnsRead = {
  /** Returns the variables of each column. */
  columns: () => ReceivedVarbind[][]
  /** Total bytes of the answers. */
  bytes: number
  /** Reason that the end was not reached, in words. */
  cut?: string
  /** The agent stopped answering. */
  silent: boolean
}

/** Steps from a normal GETBULK to a GETNEXT for one row. */
const silencesMax = 3

/**
 * Walks several columns in parallel: each request asks for the next rows of all of them, in the size that `size` has
 * found. Every step reads new objects, ends a column, or reduces the size, so a walk always ends.
 */
export async function readColumns(
  endpoint: SnmpEndpoint,
  roots: readonly OidSpan[],
  limits: ReadLimits,
  patience: Patience,
  size: RequestSize,
): Promise<ColumnsRead> {
  const answers = new Answers()
  const columns = roots.map((root) => new Column(root))
  const endsAtMs = performance.now() + limits.timeMs
  const cuts = new Set<string>()
  let silences = 0
  // No retries of the same size: the next request is smaller.
  const once = { ...patience, retries: 0 }
  size.startTable()

  const result = (silent = false): ColumnsRead => {
    for (const { cut } of columns) if (cut !== undefined) cuts.add(cut)
    const read = { columns: () => answers.of(columns), bytes: answers.bytes, silent }
    return cuts.size === 0 ? read : { ...read, cut: [...cuts].join('; ') }
  }
  const stop = (cut: string, silent = false): ColumnsRead => {
    cuts.add(cut)
    return result(silent)
  }

  for (;;) {
    const requested = nextColumns(columns, size)
    if (requested.length === 0) return result()
    if (performance.now() > endsAtMs) return stop(`stopped after ${limits.timeMs} ms`)
    const wanted = requested.length * size.repetitions(requested.length)
    const answer = await request(endpoint, requested, size, once)
    if (answer instanceof SnmpError) {
      silences += 1
      if (silences > Math.max(patience.retries, silencesMax - 1)) {
        return stop(isSilence(answer) ? 'the agent stopped answering' : answer.message, true)
      }
      size.silent(silences > 1)
      continue
    }
    silences = 0
    if (answer.errorStatus === ErrorStatus.tooBig) {
      if (size.varbinds === 1) {
        for (const column of requested) column.end('an answer does not fit into one message (tooBig)')
      }
      size.tooMuch()
      continue
    }
    if (answer.errorStatus !== 0) {
      if (!size.failed()) endFailed(requested, answer)
      continue
    }
    const taken = answers.take(answer.list, requested, limits.rowsMax)
    if (taken === 0 && requested.every((column) => !column.done)) return stop('the agent sent an empty answer')
    if (answers.bytes > limits.bytesMax) return stop(`stopped after ${limits.bytesMax} bytes`)
    size.answered(wanted, answer.list.length)
  }
}

/** Returns the unfinished columns; if an answer cannot hold all, those that are furthest behind. */
function nextColumns(columns: readonly Column[], size: RequestSize): Column[] {
  const active = columns.filter((column) => !column.done)
  if (active.length <= size.varbinds) return active
  return active.toSorted((a, b) => a.count - b.count).slice(0, size.varbinds)
}

async function request(
  endpoint: SnmpEndpoint,
  requested: readonly Column[],
  size: RequestSize,
  patience: Patience,
): Promise<ReceivedPdu | SnmpError> {
  try {
    return await endpoint.request(size.request(requested), patience)
  } catch (error) {
    if (error instanceof SnmpError && (isSilence(error) || error.kind === 'malformed')) return error
    throw error
  }
}

/** Ends columns after an error: noSuchName is the end of the MIB in v1; another error ends the column that it names. */
function endFailed(requested: readonly Column[], { errorStatus, errorIndex }: ReceivedPdu): void {
  const failed = requested[errorIndex - 1]
  const name = errorStatusNames[errorStatus] ?? `error ${errorStatus}`
  const cut = errorStatus === ErrorStatus.noSuchName ? undefined : `the agent answered ${name}`
  for (const column of failed === undefined ? requested : [failed]) column.end(cut)
}
