import { presentLogFields } from '@rollcall/shared/node/log.ts'

/**
 * Matches the positions at which a spreadsheet starts a formula: the beginning of a cell. A cell also begins after a
 * separator other than the comma, which many locales use, and quotes do not prevent that.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r\n＝＋－＠])/gu
const needsQuotes = /[",\r\n]/

/**
 * Formats a field of a CSV file (RFC 4180). An apostrophe precedes text that looks like a formula, so that names of
 * devices never run in a spreadsheet.
 */
function field(value: string | null): string {
  if (value === null) return ''
  const text = value.replace(formulaStart, "'")
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats a record with its line end. */
export const csvRecord = (values: readonly (string | null)[]): string => `${values.map(field).join(',')}\r\n`

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
