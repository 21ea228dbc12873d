import { inflateRawSync } from 'node:zlib'
import { XMLParser } from 'fast-xml-parser'
import { expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'
import { readDescription } from '../testing/description.ts'

const hostile = `=cmd|' /C calc'!A0`
const markup = '<b>&amp;"\'</b>'

/** Reads the entries of an archive by its central directory, as an unzip program does. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [packed, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)]
    const nameLength = archive.readUInt16LE(at + 28)
    const offset = archive.readUInt32LE(at + 42)
    const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
    const text = inflateRawSync(archive.subarray(start, start + packed))
    expect(text.length).toBe(size)
    files.set(archive.toString('utf8', at + 46, at + 46 + nameLength), text.toString())
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

type Parsed = { '@t'?: string; '@s'?: string; v?: string; is?: { t: string | { '#text'?: string } }; f?: string }

/** Reads the rows of the sheet: each cell with its type. */
function rowsOf(archive: Buffer): { type: string; value: string }[][] {
  const sheet = unzip(archive).get('xl/worksheets/sheet1.xml') ?? ''
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    trimValues: false,
    isArray: (name) => name === 'row' || name === 'c',
  })
  const parsed = parser.parse(sheet) as { worksheet: { sheetData: { row: { c?: Parsed[] }[] } } }
  return parsed.worksheet.sheetData.row.map(({ c = [] }) =>
    c.map((cell) => {
      expect(cell.f).toBeUndefined()
      const text = typeof cell.is?.t === 'object' ? cell.is.t['#text'] : cell.is?.t
      const type = cell['@t'] ?? (cell['@s'] === '1' ? 'time' : 'n')
      return { type, value: cell.v ?? text ?? '' }
    }),
  )
}

describeOnEitherEngine('an exported list', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call } = test
    const ingest = createIngest(ctx)
    for (const [n, hostname] of [hostile, markup, 'pc-3'].entries()) {
      const observation = agent(n, {
        agentId: `a${n}`,
        name: hostname,
        serialNumber: `S${n}0077`,
        manufacturer: 'Dell',
      })
      await ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent' })
    }
    const file = async (path: string) => {
      const answer = await call('GET', path)
      expect([path, answer.status]).toEqual([path, 200])
      return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    return { ...test, file }
  }

  it('is a workbook with typed values, in which no text of a device is a formula or markup', async () => {
    const { file } = await setUp()
    const { headers, bytes } = await file('/api/v1/devices?format=xlsx')
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="devices.xlsx"')
    const [head, ...rows] = rowsOf(bytes)
    expect(head?.map(({ value }) => value).slice(0, 3)).toEqual(['id', 'name', 'dnsName'])
    const names = rows.map((row) => row[1])
    expect(names).toEqual(
      expect.arrayContaining([
        { type: 'inlineStr', value: hostile },
        { type: 'inlineStr', value: expect.stringContaining('<b>') },
      ]),
    )
    const time = rows[0]?.find(({ type }) => type === 'time')
    expect((Number(time?.value) - 25_569) * 86_400_000).toBeCloseTo(Date.parse('2026-11-20T08:00:00Z'), -5)
    expect([...unzip(bytes).keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
    ])
  })

  it('has the filters, the order and the columns of the request, in each format', async () => {
    const { file, call } = await setUp()
    for (const name of ['Office', 'Laboratory']) await call('POST', '/api/v1/tags', { json: { name } })
    const query = 'q=lab&columns=deviceCount,name'
    const csv = (await file(`/api/v1/tags?${query}&format=csv`)).bytes.toString()
    expect(csv).toBe('deviceCount,name\r\n0,Laboratory\r\n')
    const rows = rowsOf((await file(`/api/v1/tags?${query}&format=xlsx`)).bytes)
    expect(rows[1]).toEqual([
      { type: 'n', value: '0' },
      { type: 'inlineStr', value: 'Laboratory' },
    ])
    expect((await call('GET', '/api/v1/tags?format=csv&columns=secret')).status).toBe(400)
    expect((await file('/api/v1/devices?q=pc&columns=model&format=csv')).bytes.toString()).toMatch(/^id,name,model\r\n/)
    expect((await call('GET', '/api/v1/devices?format=pdf')).status).toBe(400)
  })

  it('has all pages of a list that has no export of its own, and the refusals of the list', async () => {
    const { file, call } = await setUp()
    for (let n = 0; n < 1_003; n += 1)
      await call('POST', '/api/v1/tags', { json: { name: `tag ${String(n).padStart(4, '0')}` } })
    const lines = (await file('/api/v1/tags?format=csv')).bytes.toString().trim().split('\r\n')
    expect(lines).toHaveLength(1_004)
    expect(lines[0]).toMatch(/^id,name,colour/)
    expect(new Set(lines).size).toBe(1_004)
    expect(rowsOf((await file('/api/v1/tags?q=0100&format=xlsx')).bytes)).toHaveLength(2)
    expect((await call('GET', '/api/v1/tags?format=csv&x=1')).status).toBe(400)
    expect((await call('GET', '/api/v1/tags?format=csv', { token: null })).status).toBe(401)
    expect((await call('GET', '/api/v1/users?format=xlsx', { token: 'reader' })).status).toBe(403)
    const missing = '/api/v1/devices/019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90/snapshots?format=csv'
    expect((await call('GET', missing)).status).toBe(404)
    const accepted = await call('GET', '/api/v1/tags', { headers: { Accept: 'text/csv' } })
    expect(accepted.headers.get('Content-Type')).toMatch(/^text\/csv/)
  })
})

it('is offered as CSV and XLSX by every list of the API', async () => {
  const { text } = await readDescription()
  type Operation = { operationId: string; responses: Record<string, { content?: Record<string, { schema?: object }> }> }
  const { paths, components } = JSON.parse(text) as {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, { properties?: object }> }
  }
  const isList = (schema: { $ref?: string; properties?: object } = {}) => {
    const named = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
    return ['items', 'total'].every((name) => name in (named?.properties ?? {}))
  }
  const lists = Object.entries(paths).flatMap(([path, { get }]) => {
    const content = get?.responses['200']?.content ?? {}
    return path.startsWith('/api/v1/') && isList(content['application/json']?.schema) ? [{ path, content }] : []
  })
  expect(lists.length).toBeGreaterThan(25)
  const without = lists.filter(({ content }) => !content['text/csv'] || Object.keys(content).length < 3)
  expect(without.map(({ path }) => path)).toEqual([])
})
