import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatOid, oid } from './oid.ts'
import { openRecording, Recorder } from './recording.ts'
import { RecordingBudget } from './recording-budget.ts'
import { formatLine } from './recording-line.ts'
import { RecordingStore } from './recording-store.ts'
import { required } from './testing/snmpd.ts'
import { walk } from './testing/walk.ts'
import { asText } from './text.ts'
import { Tag, type Varbind } from './varbind.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-recording-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function open(text: string | Buffer, name = 'device.snmprec') {
  const file = join(folder, name)
  await writeFile(file, text)
  return openRecording(file)
}

const odd = `# a comment
1.3.6.1.2.1.1.5.0|4|switch-7
1.3.6.1.2.1.2.2.1.2.10|4|port|with|bars
1.3.6.1.2.1.2.2.1.2.2|4x|e7bd91e5
1.3.6.1.2.1.2.2.1.2.1|4|lo
1.3.6.1.2.1.2.2.1.8.1|2|1
1.3.6.1.2.1.2.2.1.8.2|2|not a number
1.3.6.1.2.1.4.20.1.1.192.0.2.1|64|192.0.2.1
1.3.6.1.2.1.4.20.1.1.192.0.2.2|64x|c0000202
1.3.6.1.2.1.4.20.1.1.192.0.2.3|64|
1.3.6.1.2.1.1.3.0|67:numeric|rate=100
1.3.6.1.2.1.1.5.0|4|
1.3.6.1.2.1.31.1.1.1.6.1|70|18446744073709551615
1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.8072.3.2.10\r
no object at all
1.3.6.1..2|4|x
1.3.6.1.99999999999|4|x
1.3.6.1.4.1.2021.10.1.6.1|68x|9f78043fc00000
1.3.6.1.4.1.9.9.0|300|x`

describe('a recording as odd as the device', () => {
  test('gives its objects in order, each once, and passes over what is none', async () => {
    const reader = await open(odd)
    const { varbinds } = await walk(reader, oid('1.3.6.1'))
    expect(varbinds.map((varbind) => formatOid(varbind.oid))).toEqual([
      '1.3.6.1.2.1.1.2.0',
      '1.3.6.1.2.1.1.5.0',
      '1.3.6.1.2.1.2.2.1.2.1',
      '1.3.6.1.2.1.2.2.1.2.2',
      '1.3.6.1.2.1.2.2.1.2.10',
      '1.3.6.1.2.1.2.2.1.8.1',
      '1.3.6.1.2.1.4.20.1.1.192.0.2.1',
      '1.3.6.1.2.1.4.20.1.1.192.0.2.2',
      '1.3.6.1.2.1.31.1.1.1.6.1',
      '1.3.6.1.4.1.2021.10.1.6.1',
    ])
    const texts = await reader.get(['1.3.6.1.2.1.1.5.0', '1.3.6.1.2.1.2.2.1.2.10', '1.3.6.1.2.1.1.3.0'].map(oid))
    expect(texts.map(asText)).toEqual(['switch-7', 'port|with|bars', undefined])
  })

  test('reads tables as a live agent does', async () => {
    const reader = await open(odd)
    const columns = [oid('1.3.6.1.2.1.2.2.1.2'), oid('1.3.6.1.2.1.2.2.1.8')]
    const { rows, cut } = await reader.table(columns)
    expect(cut).toBeUndefined()
    expect(rows.map(({ index, cells }) => [index, asText(cells[0]), cells[1]?.value])).toEqual([
      [[1], 'lo', 1],
      [[2], '网', undefined],
      [[10], 'port|with|bars', undefined],
    ])
    expect(await reader.table(columns, { rowsMax: 2 })).toMatchObject({
      rows: { length: 2 },
      cut: 'stopped after 2 rows',
    })
    expect((await reader.next(oid('1.3.6.1.2.1.1.5.0')))?.oid).toEqual(oid('1.3.6.1.2.1.2.2.1.2.1'))
    expect(await reader.next(oid('1.3.6.1.4.1.2021.10.1.6.1'))).toBeUndefined()
  })

  test('is read whatever the pieces it comes in', () => {
    for (const size of [1, 7, 64]) {
      const store = new RecordingStore()
      const bytes = Buffer.from(odd)
      for (let at = 0; at < bytes.length; at += size) store.add(bytes.subarray(at, at + size))
      store.finish()
      expect(store.size).toBe(12)
    }
  })

  test('is unpacked on the way', async () => {
    const plain = join(folder, 'packed.snmprec')
    await writeFile(plain, odd)
    execFileSync(required('bzip2', 'bzip2'), ['-k', '-f', plain])
    const objects = async (file: string) => (await walk(await openRecording(file), oid('1.3.6.1'))).varbinds.length
    expect(await objects(`${plain}.bz2`)).toBe(10)
    expect((await walk(await open(gzipSync(odd), 'device.snmprec.gz'), oid('1.3.6.1'))).varbinds.length).toBe(10)
  })
})

test('a file that is no recording is refused with one clear line', async () => {
  await expect(open('hello\n')).rejects.toThrow(/contains no SNMP object: a recording has lines such as/)
  await expect(open('not packed', 'x.bz2')).rejects.toThrow(/bzip2 cannot unpack/)
  await expect(openRecording(join(folder, 'missing'))).rejects.toThrow(/cannot read the recording .*ENOENT/)
})

test('a quarter of a million objects out of order are read, each at its place', () => {
  const store = new RecordingStore()
  const count = 250_000
  for (let i = 0; i < count; i += 1)
    store.add(Buffer.from(`1.3.6.1.4.1.99999.1.${(i * 7919) % count}|2|${(i * 7919) % count}\n`))
  store.finish()
  expect(store.size).toBe(count)
  expect(store.find(oid('1.3.6.1.4.1.99999.1.123456'))?.value).toBe(123_456)
})

describe('a recorder', () => {
  const at = oid('1.3.6.1.4.1.99999.1.0')
  const varbinds: Varbind[] = [
    { oid: at, tag: Tag.integer, value: -5 },
    { oid: at, tag: Tag.octetString, value: Buffer.from('plain text') },
    { oid: at, tag: Tag.octetString, value: Buffer.from('two\nlines') },
    { oid: at, tag: Tag.octetString, value: Buffer.alloc(0) },
    { oid: at, tag: Tag.objectIdentifier, value: oid('1.3.6.1') },
    { oid: at, tag: Tag.ipAddress, value: Buffer.from([192, 0, 2, 1]) },
    { oid: at, tag: Tag.timeTicks, value: 4_294_967_295 },
    { oid: at, tag: Tag.counter64, value: 2n ** 64n - 1n },
    { oid: at, tag: Tag.opaque, value: Buffer.from('9f78043fc00000', 'hex') },
    { oid: at, tag: Tag.null, value: null },
  ]
  test.each(varbinds.map((varbind) => [formatLine(varbind), varbind] as const))(
    'writes %j and reads it again',
    (line, varbind) => {
      const store = new RecordingStore()
      store.add(Buffer.from(line))
      store.finish()
      const read = store.at(0)
      expect({ oid: read?.oid, tag: read?.tag, value: read?.value }).toEqual(varbind)
    },
  )

  test('writes what a VLAN holds apart from the same object elsewhere', async () => {
    const recorder = new Recorder(1000)
    recorder.add({ oid: at, tag: Tag.integer, value: 1 })
    recorder.add({ oid: at, tag: Tag.integer, value: 2 }, 12)
    expect(recorder.text()).toContain('#vlan 12|1.3.6.1.4.1.99999.1.0|2|2\n')
    const comments = '#vlan 4096|1.3.6.1.1|2|1\n#vlan 7|#vlan 8|1.3.6.1.1|2|1\n# vlan 9|1.3.6.1.1|2|1\n'
    const reader = await open(recorder.text() + comments)
    expect((await walk(reader, oid('1.3.6.1'))).varbinds.map(({ value }) => value)).toEqual([1])
    expect((await walk(reader.inVlan(12), oid('1.3.6.1'))).varbinds.map(({ value }) => value)).toEqual([2])
    for (const vlan of [7, 8, 9, 13, 4096])
      expect((await walk(reader.inVlan(vlan), oid('1.3.6.1'))).varbinds).toEqual([])
  })

  test('keeps to its limit and says that it did', () => {
    const recorder = new Recorder(70)
    for (const varbind of varbinds) recorder.add(varbind)
    expect(recorder.text()).toBe('1.3.6.1.4.1.99999.1.0|2|-5\n1.3.6.1.4.1.99999.1.0|4|plain text\n')
    expect(recorder.cut).toBe('own')
  })

  test('shares a budget with others, and gives back what it took', () => {
    const budget = new RecordingBudget(100)
    const [first, second] = [new Recorder(1000, budget), new Recorder(1000, budget)]
    const varbind: Varbind = { oid: at, tag: Tag.octetString, value: Buffer.from('some twenty letters.') }
    const bytes = formatLine(varbind).length + 1
    for (const each of [first, second]) each.add(varbind)
    expect([first.cut, second.cut]).toEqual([undefined, undefined])
    first.add(varbind)
    expect(first.cut).toBe('budget')
    expect(first.text()).toHaveLength(bytes)
    first.release()
    second.add(varbind)
    expect(second.cut).toBeUndefined()
    expect(second.text()).toHaveLength(2 * bytes)
  })
})
