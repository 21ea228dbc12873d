import { DomainError } from '@rollcall/shared/errors.ts'
import type { SectionPacker } from './pack-sections.ts'
import { type Reading, readSnapshot, type Sent } from './read-snapshot.ts'
import type { RememberedSnapshots } from './remembered.ts'

/** A snapshot to be read; `whole`: with what is in its sections, whatever is remembered. */
export type Question = Omit<Sent, 'raw'> & { number: number; raw: Uint8Array; whole: boolean }

type Failure = Pick<DomainError, 'code' | 'message' | 'fields'> | { defect: unknown }
export type Answer = { number: number } & ({ reading: Reading } | { failure: Failure })

/** What the thread keeps from question to question. */
export type Memory = { remembered: RememberedSnapshots; packSections: SectionPacker }

/** Who waits for the first of a batch does not wait for all of it. */
const answerEveryMs = 2

export async function* answersOf(questions: readonly Question[], memory: Memory): AsyncGenerator<Answer[]> {
  let answers: Answer[] = []
  let since = performance.now()
  for (const question of questions) {
    answers.push(await answer(question, memory))
    if (performance.now() - since < answerEveryMs) continue
    yield answers
    answers = []
    since = performance.now()
  }
  if (answers.length > 0) yield answers
}

async function answer(
  { number, raw: bytes, whole, ...sent }: Question,
  { remembered, packSections }: Memory,
): Promise<Answer> {
  try {
    const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const reading = await readSnapshot({ ...sent, raw }, whole ? undefined : remembered)
    return { number, reading: await packSections(reading) }
  } catch (error) {
    if (!(error instanceof DomainError)) return { number, failure: { defect: error } }
    const { code, message, fields } = error
    return { number, failure: { code, message, fields } }
  }
}

export const errorOf = (failure: Failure): unknown =>
  'defect' in failure ? failure.defect : new DomainError(failure.code, failure.message, failure.fields)
