import { DomainError } from '@rollcall/shared/errors.ts'
import { messageBytesMax } from '@rollcall/shared/node/wire.ts'
import { type CompletionInput, completeReading } from '../completion/complete-reading.ts'
import { type OverlayInput, overlayOnLast } from '../imports/overlay-on-last.ts'
import { type ImportInput, type ReadImport, readImport } from '../imports/read-import.ts'
import { readWritten } from '../imports/read-written.ts'
import { type ReadResult, readResult } from './read-result.ts'
import { readSnapshot } from './read-snapshot.ts'
import type { Reading } from './reading.ts'

/** Kinds of bodies from outside, with the input and the output of reading each. */
export type Jobs = {
  snapshot: { input: { now: string; aheadMs: number }; output: Reading }
  result: { input: { now: string }; output: ReadResult }
  import: { input: ImportInput; output: ReadImport }
  written: { input: { now: string }; output: Reading }
  overlay: { input: OverlayInput; output: Reading }
  completion: { input: CompletionInput; output: Reading }
}
export type Kind = keyof Jobs

const readers: { [K in Kind]: (json: Buffer, input: Jobs[K]['input']) => Promise<Jobs[K]['output']> } = {
  snapshot: readSnapshot,
  result: readResult,
  import: readImport,
  written: readWritten,
  overlay: (_, input) => overlayOnLast(input),
  completion: async (_, input) => completeReading(input),
}

/** Reads unpacked bytes. Throws a DomainError if they do not fit their kind. */
export const perform = <K extends Kind>(kind: K, json: Buffer, input: Jobs[K]['input']): Promise<Jobs[K]['output']> =>
  readers[kind](json, input)

/** Unpacked size limit for bodies of snapshots and imports. */
export const bodyBytesMax = 64 * 1024 * 1024

export const bytesMaxOf = (kind: Kind): number => (kind === 'result' ? messageBytesMax : bodyBytesMax)

type Counts = { values: number; containers: number }

/** Largest body for the main thread: it takes some milliseconds, whatever the content. */
export const inlineBytesMax = 256 * 1024
export const isInline = ({ values, containers }: Counts): boolean => values <= 20_000 && containers <= 4_000

/** Largest body for the thread for small bodies: it takes some tenths of a second, whatever the content. */
export const quickBytesMax = 1024 * 1024
export const isQuick = (bytes: number, { values, containers }: Counts): boolean =>
  bytes <= quickBytesMax && values <= 100_000 && containers <= 20_000

/** An error as it is sent between threads. */
export type Failure = Pick<DomainError, 'code' | 'message' | 'fields'> | { defect: unknown }

export function failureOf(error: unknown): Failure {
  if (!(error instanceof DomainError)) return { defect: error }
  const { code, message, fields } = error
  return { code, message, fields }
}

export const errorOf = (failure: Failure): unknown =>
  'defect' in failure ? failure.defect : new DomainError(failure.code, failure.message, failure.fields)
