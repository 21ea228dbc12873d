import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { inPlainWords } from '../../plain-words.ts'
import { createSectionPacker } from './pack-sections.ts'
import { answersOf, type Question } from './questions.ts'

/** The thread that reads snapshots while many come in: a batch of questions at a time, answered as they are done. */
const port = parentPort
if (!port) throw new Error('this is a thread of the collector')
z.config({ customError: inPlainWords })
const packSections = createSectionPacker()
port.on('message', async (questions: Question[]) => {
  for await (const answers of answersOf(questions, packSections)) port.postMessage(answers)
})
