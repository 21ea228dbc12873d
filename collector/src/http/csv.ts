/** What a spreadsheet takes for a formula when a cell begins with it. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/u
const needsQuotes = /[",\r\n]/

/**
 * A field of a CSV file (RFC 4180). What devices call themselves must not run in the reader's spreadsheet: a text that
 * looks like a formula gets an apostrophe in front.
 */
function field(value: string | null): string {
  if (value === null) return ''
  const text = formulaStart.test(value) ? `'${value}` : value
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A record with its line end. */
export const csvRecord = (values: readonly (string | null)[]): string => `${values.map(field).join(',')}\r\n`

/** A stream of texts as bytes; one that is cancelled ends what makes them. */
export function byteStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await texts.next()
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
