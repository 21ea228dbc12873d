import { presentLogFields } from '@rollcall/shared/node/log.ts'

/**
 * Converts texts to a stream of bytes. Cancelling the stream ends the generator, which runs with the log fields of the
 * request.
 */
export function byteStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const withFields = presentLogFields()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await withFields(() => texts.next())
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await texts.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
}
