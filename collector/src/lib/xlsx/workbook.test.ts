import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Cell } from '../table-records.ts'
import { workbook } from './workbook.ts'

type Given = { names?: string[]; times?: string[]; rowsMax?: number }

async function written(records: Cell[][][], { names = ['a', 'b', 'c'], times = [], rowsMax }: Given = {}) {
  async function* parts() {
    yield* records
  }
  const columns = names.map((name) => ({ name, isTime: times.includes(name) }))
  const chunks: Uint8Array[] = []
  const book = workbook({ name: 'list', columns, records: parts(), ...(rowsMax === undefined ? {} : { rowsMax }) })
  for await (const chunk of book) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The text of the sheet, which is the last entry. */
function sheetOf(archive: Buffer): string {
  const at = archive.indexOf('xl/worksheets/sheet1.xml')
  const start = at + 'xl/worksheets/sheet1.xml'.length
  return inflateRawSync(archive.subarray(start)).toString()
}

it('writes numbers, booleans, times and texts as values of their types', async () => {
  const sheet = sheetOf(
    await written([[[-5.5, true, '2026-05-03T12:00:00.000Z']], [['=1+1', null, 'no time']]], { times: ['c'] }),
  )
  expect(sheet).toContain(
    '<row r="2"><c r="A2"><v>-5.5</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" s="1"><v>46145.5</v></c></row>',
  )
  expect(sheet).toContain('<c r="A3" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>')
  expect(sheet).toContain('<c r="C3" t="inlineStr"><is><t xml:space="preserve">no time</t></is></c>')
  expect(sheet).toContain('state="frozen"')
})

it('escapes markup, control characters and what a spreadsheet would unescape', async () => {
  const sheet = sheetOf(await written([[['</t><x>&"', 'a\u0000\u001b\ud800b', '_x0041_\r\n']]]))
  expect(sheet).toContain('&lt;/t&gt;&lt;x&gt;&amp;&quot;')
  expect(sheet).toContain('a\ufffd\ufffd\ufffdb')
  expect(sheet).toContain('_x005F_x0041__x000D_\n')
})

it('cuts texts and sheets at the limits of the format, and says so', async () => {
  const sheet = sheetOf(await written([[['x'.repeat(40_000)], ['2'], ['3'], ['4']]], { names: ['a'], rowsMax: 4 }))
  expect(sheet).toContain(`${'x'.repeat(32_766)}…`)
  expect(sheet).not.toContain('x'.repeat(32_767))
  expect(sheet).toContain('Cut after 2 rows')
  expect(sheet.match(/<row /g)).toHaveLength(4)
})

it('is read by another program, with many columns', async () => {
  const names = Array.from({ length: 800 }, (_, at) => `column ${at}`)
  const archive = await written([[names.map((_, at) => at)]], { names })
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-xlsx-'))
  writeFileSync(join(folder, 'list.xlsx'), archive)
  const program = `
import sys, zipfile, xml.dom.minidom
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
for name in book.namelist(): xml.dom.minidom.parseString(book.read(name))
sheet = xml.dom.minidom.parseString(book.read('xl/worksheets/sheet1.xml'))
cells = sheet.getElementsByTagName('c')
print(len(cells), cells[-1].getAttribute('r'))
`
  const read = execFileSync('python3', ['-c', program, join(folder, 'list.xlsx')]).toString()
  rmSync(folder, { recursive: true })
  expect(read.trim()).toBe('1600 ADT2')
})

it('holds a few parts of 100,000 rows at a time, and stops reading when the receiver leaves', async () => {
  let [made, ended] = [0, false]
  async function* records() {
    try {
      for (; made < 100_000; made += 500) {
        yield Array.from({ length: 500 }, (_, at): Cell[] => [`device ${made + at}`, made + at, crypto.randomUUID()])
      }
    } finally {
      ended = true
    }
  }
  const columns = ['name', 'number', 'id'].map((name) => ({ name }))
  let [bytes, aheadMax] = [0, 0]
  for await (const chunk of workbook({ name: 'devices', columns, records: records() })) {
    bytes += chunk.length
    // A packed row has more than 20 bytes, as its id is random.
    aheadMax = Math.max(aheadMax, made - bytes / 35)
  }
  expect([made, ended]).toEqual([100_000, true])
  expect(aheadMax).toBeLessThan(30_000)

  made = 0
  ended = false
  for await (const chunk of workbook({ name: 'devices', columns, records: records() })) if (chunk.length > 5_000) break
  await expect.poll(() => ended).toBe(true)
  expect(made).toBeLessThan(50_000)
})
