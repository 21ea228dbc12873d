import { counted } from '@rollcall/shared/counted.ts'
import type { Cell, Column } from '../table-records.ts'
import { zip, zipBytesMax } from './zip.ts'

/** Limits of the format for one sheet (Excel specifications and limits). */
const sheetRowsMax = 1_048_576
const cellCharsMax = 32_767
/** Room for the last rows and the other parts. */
const sheetBytesMax = zipBytesMax - 1_048_576

type Records = AsyncIterable<readonly (readonly Cell[])[]>
type Table = { name: string; columns: readonly Column[]; records: Records; rowsMax?: number }

/**
 * Writes an Office Open XML workbook with one sheet, as its records are read. Numbers, booleans and times are values of
 * their types; text is always text, never a formula. The head row stays visible. A sheet that reaches a limit of the
 * format ends with a row that says so.
 */
export function workbook({ name, columns, records, rowsMax = sheetRowsMax }: Table): AsyncGenerator<Uint8Array> {
  return zip([
    { name: '[Content_Types].xml', content: [contentTypes] },
    { name: '_rels/.rels', content: [relations('officeDocument', 'xl/workbook.xml')] },
    { name: 'xl/workbook.xml', content: [bookOf(name)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [relations('worksheet', 'worksheets/sheet1.xml', 'styles', 'styles.xml')],
    },
    { name: 'xl/styles.xml', content: [styles] },
    { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, records, rowsMax) },
  ])
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const ofOffice = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const ofPackage = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = `${declaration}<Types xmlns="${ofPackage}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`

/** Relations of a part, each with its type and target. */
function relations(...pairs: string[]): string {
  const each = pairs.flatMap((type, at) =>
    at % 2 === 0 ? `<Relationship Id="rId${at / 2 + 1}" Type="${ofOffice}/${type}" Target="${pairs[at + 1]}"/>` : [],
  )
  return `${declaration}<Relationships xmlns="${ofPackage}/relationships">${each.join('')}</Relationships>`
}

const bookOf = (name: string) =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${ofOffice}"><sheets><sheet name="${escaped(name.slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`

/** Styles of cells: 0 for values, 1 for times in UTC, 2 for the head row. */
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`

async function* sheet(columns: readonly Column[], records: Records, rowsMax: number): AsyncGenerator<string> {
  const names = columns.map((_, at) => columnName(at))
  const times = columns.map(({ isTime }) => isTime === true)
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${Math.max(1, columns.length)}" width="20" customWidth="1"/></cols><sheetData>`
  const head = columns.map(({ name }, at) => textCell(`${names[at]}1`, name, ' s="2"'))
  yield `<row r="1">${head.join('')}</row>`
  let row = 1
  let bytes = 0
  for await (const part of records) {
    let text = ''
    for (const record of part) {
      if (row + 1 >= rowsMax || bytes + text.length * 3 > sheetBytesMax) {
        yield `${text}<row r="${row + 1}">${textCell(`A${row + 1}`, `Cut after ${counted(row - 1, 'row')}, the limit of the format. CSV has no limit.`)}</row>${end}`
        return
      }
      row += 1
      text += `<row r="${row}">${record.map((value, at) => cell(`${names[at]}${row}`, value, times[at] === true)).join('')}</row>`
    }
    bytes += Buffer.byteLength(text)
    yield text
  }
  yield end
}

const end = '</sheetData></worksheet>'

function cell(place: string, value: Cell, isTime: boolean): string {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`
  const serial = isTime ? serialOf(value) : undefined
  return serial === undefined ? textCell(place, value) : `<c r="${place}" s="1"><v>${serial}</v></c>`
}

const textCell = (place: string, text: string, style = '') =>
  `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${escaped(cut(text))}</t></is></c>`

const cut = (text: string) =>
  text.length <= cellCharsMax ? text : `${text.slice(0, cellCharsMax - 1).replace(/[\ud800-\udbff]$/, '')}…`

const [dayMs, daysBefore1970] = [86_400_000, 25_569]
/** The first day that spreadsheets count alike. */
const firstMs = Date.UTC(1900, 2, 1)

/** A UTC time as a spreadsheet counts it: days since the end of 1899. */
function serialOf(time: string): number | undefined {
  const ms = Date.parse(time)
  return Number.isNaN(ms) || ms < firstMs ? undefined : ms / dayMs + daysBefore1970
}

/** Letters of a column: A to Z, AA, AB. */
function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escapes text for XML. Characters that XML cannot have are replaced, and text that a spreadsheet would read as an
 * escaped character (`_x0041_`) stays as it is written.
 */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: replacing control characters is the purpose
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      .replace(/\r/g, '_x000D_')
      .replace(/[&<>"]/g, (character) => entities[character] ?? character)
  )
}
