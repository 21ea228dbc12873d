import { addAbortSignal, pipeline, Readable, Transform } from 'node:stream'
import { notS3 } from './storage-errors.ts'

const answerBytesMax = 1024 * 1024
const answerMsMax = 30_000

/**
 * What an S3 service answers to our calls is short. The SDK reads any answer whole, for as long as it comes: one that
 * is too large, or does not end, is cut off and is no S3 service's.
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
  // The reader hears of an error by the stream itself.
  pipeline(addAbortSignal(AbortSignal.timeout(answerMsMax), answer.body), bounded, () => undefined)
  answer.body = bounded
}
