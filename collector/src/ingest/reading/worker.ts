import { parentPort, workerData } from 'node:worker_threads'
import { documentBounds } from '@rollcall/shared/node/json-bounds.ts'
import { unpackJson } from '@rollcall/shared/node/unpack.ts'
import { z } from 'zod'
import { bytesMaxOf, failureOf, isQuick, perform } from './jobs.ts'
import { createSectionPacker } from './pack-sections.ts'
import { inPlainWords } from './schema-errors-in-words.ts'
import type { Answer, NumberedQuestion, ThreadData } from './thread.ts'

/** Thread that unpacks and reads bodies. Questions arrive in batches and are answered as they are done. */
const port = parentPort
if (!port) throw new Error('this is a thread of the collector')
z.config({ customError: inPlainWords })
const { isLarge, current } = workerData as ThreadData
const packSections = createSectionPacker()

/** The sender of the first question in a batch does not wait for the whole batch. */
const answerEveryMs = 2

// Reports that the thread is ready.
port.postMessage([])
let last = Promise.resolve()
port.on('message', (questions: NumberedQuestion[]) => {
  // One after the other, so that the culprit is certain if one takes too long.
  last = last.then(() => answerAll(questions))
})

async function answerAll(questions: readonly NumberedQuestion[]): Promise<void> {
  let answers: Answer[] = []
  let since = performance.now()
  for (const question of questions) {
    Atomics.store(current, 0, question.number)
    answers.push(await answer(question))
    if (performance.now() - since < answerEveryMs) continue
    port?.postMessage(answers)
    answers = []
    since = performance.now()
  }
  if (answers.length > 0) port?.postMessage(answers)
}

async function answer({ number, kind, packed, input }: NumberedQuestion): Promise<Answer> {
  try {
    const { json, ...counts } = await unpackJson(packed, bytesMaxOf(kind), documentBounds)
    if (!isLarge && !isQuick(json.length, counts)) return { number, isLarge: true }
    return { number, output: await packSections(await perform(kind, json, input)) }
  } catch (error) {
    return { number, failure: failureOf(error) }
  }
}
