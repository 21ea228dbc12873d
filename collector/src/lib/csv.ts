import type { Cell } from './table-records.ts'

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
function field(value: Cell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = value.replace(formulaStart, "'")
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats a record with its line end. */
export const csvRecord = (values: readonly Cell[]): string => `${values.map(field).join(',')}\r\n`
