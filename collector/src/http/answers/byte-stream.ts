import { presentLogFields } from '@rollcall/shared/node/log.ts'

/**
 * Converts texts and bytes to a stream of bytes. Cancelling the stream ends the generator, which runs with the log
 * fields of the request.
 */
export function byteStream(chunks: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const withFields = presentLogFields()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await withFields(() => chunks.next())
        if (done) controller.close()
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      },
      async cancel() {
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
}
