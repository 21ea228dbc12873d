/**
 * Where a spreadsheet takes what follows for a formula: at the beginning of a cell. That is also after what parts cells
 * where it reads another separator than the comma, as it does in half of the world; quotes do not help there.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r\n＝＋－＠])/gu
const needsQuotes = /[",\r\n]/

/**
 * A field of a CSV file (RFC 4180). What devices call themselves must not run in the reader's spreadsheet: what looks
 * like a formula gets an apostrophe in front.
 */
function field(value: string | null): string {
  if (value === null) return ''
  const text = value.replace(formulaStart, "'")
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
