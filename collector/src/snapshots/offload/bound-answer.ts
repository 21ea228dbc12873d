import { addAbortSignal, pipeline, Readable, Transform } from 'node:stream'
import { notS3 } from './storage-errors.ts'

const answerBytesMax = 1024 * 1024
const answerMsMax = 30_000

/**
 * Limits the size and duration of an S3 service's response. The SDK reads any response whole, however long it takes,
 * while real responses to our calls are short. A larger or endless one is aborted and not treated as S3.
 */
export function boundAnswer(response: unknown): void {
  const answer = response as { statusCode?: number; body?: unknown }
  if (!(answer.body instanceof Readable)) return
  let size = 0
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > answerBytesMax) done(notS3(answer.statusCode))
      else done(null, chunk)
    },
  })
  // The reader gets an error through the stream itself.
  pipeline(addAbortSignal(AbortSignal.timeout(answerMsMax), answer.body), bounded, () => undefined)
  answer.body = bounded
}
