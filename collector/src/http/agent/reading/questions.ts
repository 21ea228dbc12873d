import { DomainError } from '@rollcall/shared/errors.ts'
import type { SectionPacker } from './pack-sections.ts'
import { type Reading, readSnapshot, type Sent } from './read-snapshot.ts'

/** A snapshot to be read. */
export type Question = Omit<Sent, 'raw'> & { number: number; raw: Uint8Array }

type Failure = Pick<DomainError, 'code' | 'message' | 'fields'> | { defect: unknown }
export type Answer = { number: number } & ({ reading: Reading } | { failure: Failure })

/** Who waits for the first of a batch does not wait for all of it. */
const answerEveryMs = 2

export async function* answersOf(
  questions: readonly Question[],
  packSections: SectionPacker,
): AsyncGenerator<Answer[]> {
  let answers: Answer[] = []
  let since = performance.now()
  for (const question of questions) {
    answers.push(await answer(question, packSections))
    if (performance.now() - since < answerEveryMs) continue
    yield answers
    answers = []
    since = performance.now()
  }
  if (answers.length > 0) yield answers
}

async function answer({ number, raw: bytes, ...sent }: Question, packSections: SectionPacker): Promise<Answer> {
  try {
    const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const reading = await readSnapshot({ ...sent, raw })
    return { number, reading: await packSections(reading) }
  } catch (error) {
    if (!(error instanceof DomainError)) return { number, failure: { defect: error } }
    const { code, message, fields } = error
    return { number, failure: { code, message, fields } }
  }
}

export const errorOf = (failure: Failure): unknown =>
  'defect' in failure ? failure.defect : new DomainError(failure.code, failure.message, failure.fields)
