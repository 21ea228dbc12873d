import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RefusedError } from '../../../platform/host.ts'
import { recordedHost } from '../../../platform/testing/recorded-host.ts'
import { dmidecode, parseDump } from './dmidecode.ts'
import { parseEntryPoint } from './entry-point.ts'
import { parseTables } from './parse-tables.ts'
import { hardwareOfText } from './testing/dmidecode-text.ts'
import { type EncodedStructure, encodeDump, encodeTable } from './testing/encode-tables.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dmidecode-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the real dmidecode on a dump. */
async function run(dump: Buffer, ...args: string[]): Promise<string> {
  const path = join(folder, 'dump')
  await writeFile(path, dump)
  const limits = { timeoutMs: 30_000, env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin`, LC_ALL: 'C' } }
  const { code, stdout, stderr } = await runProcess('dmidecode', [...args, '--from-dump', path], limits)
  if (code !== 0) throw new Error(`dmidecode ended with ${code}: ${stderr}`)
  return stdout
}

/** A machine with each structure that is read, and each form of its values. */
const structures: EncodedStructure[] = [
  { type: 0, length: 0x18, fields: { x04: 'Example Firmware Ltd.', x05: '2.1', x08: '01/02/2024' } },
  {
    type: 1,
    length: 0x1b,
    fields: { x04: 'Example', x05: 'Server 1', x07: 'S-1', x08: { bytes: Array.from({ length: 16 }, (_, i) => i) } },
  },
  { type: 2, length: 0x0f, fields: { x04: 'Boards', x05: 'B1', x07: 'B-1' } },
  { type: 3, length: 0x16, fields: { x04: 'Example', x05: { byte: 23 }, x08: 'A-1' } },
  ...[
    { x23: { byte: 255 }, x25: { byte: 255 }, x2a: { word: 288 }, x2e: { word: 576 } },
    { x23: { byte: 16 }, x25: { byte: 32 }, x2a: { word: 16 }, x2e: { word: 32 } },
  ].map(
    (counts): EncodedStructure => ({
      type: 4,
      length: 0x30,
      fields: {
        x04: 'CPU',
        x05: { byte: 3 },
        x06: { byte: 0xb3 },
        x07: 'Intel(R) Corporation',
        x10: 'Xeon',
        x14: { word: 4000 },
        x16: { word: 2100 },
        x18: { byte: 0x41 },
        ...counts,
      },
    }),
  ),
  { type: 4, length: 0x30, fields: { x04: 'CPU', x05: { byte: 3 }, x18: { byte: 0 } } },
  { type: 16, handle: 0x1000, length: 0x17, fields: { x04: { byte: 3 }, x05: { byte: 3 }, x0d: { word: 5 } } },
  ...[
    { x0c: { word: 0x7fff }, x12: { byte: 0x22 }, x15: { word: 5600 }, x1c: { dword: 65_536 }, x20: { word: 4800 } },
    { x0c: { word: 0x8000 | 512 }, x12: { byte: 0x0f } },
    { x0c: { word: 16_384 }, x12: { byte: 0x23 }, x15: { word: 0xffff }, x54: { dword: 70_000 } },
    { x0c: { word: 0 } },
    { x0c: { word: 0xffff }, x12: { byte: 2 } },
  ].map(
    (fields, index): EncodedStructure => ({
      type: 17,
      length: 0x5c,
      fields: { x04: { word: 0x1000 }, x10: `DIMM ${index}`, x17: 'Maker', x18: `M-${index}`, x1a: 'P', ...fields },
    }),
  ),
  {
    type: 22,
    length: 0x1a,
    fields: {
      x04: 'Rear',
      x05: 'SMP',
      x08: 'BAT-1',
      x09: { byte: 2 },
      x0a: { word: 5753 },
      x10: { word: 0x0a75 },
      x14: 'LiP',
      x15: { byte: 10 },
    },
  },
  ...[0x0002, 0x0000].map(
    (flags, index): EncodedStructure => ({
      type: 39,
      length: 0x16,
      fields: {
        x05: 'Bay',
        x06: 'PSU',
        x07: 'DELTA',
        x08: `PS-${index}`,
        x0a: '09WR03A00',
        x0b: 'A00',
        x0c: { word: 750 },
        x0e: { word: flags },
      },
    }),
  ),
  {
    type: 43,
    length: 0x1f,
    fields: {
      x04: { bytes: [...Buffer.from('INTC')] },
      x08: { byte: 2 },
      x09: { byte: 0 },
      x0a: { dword: (600 << 16) | 18 },
      x12: 'TPM',
    },
  },
]

const recording = (version: string) => readFile(new URL(`testing/qemu-${version}.dump`, import.meta.url))

describe.each([
  ['a recording of QEMU with SMBIOS 2.8', () => recording('2.8')],
  ['a recording of QEMU with SMBIOS 3.0', () => recording('3.0')],
  ['a server with SMBIOS 3.5', async () => encodeDump(0x0305, encodeTable(structures))],
  ['a server with the old byte order of the UUID', async () => encodeDump(0x0205, encodeTable(structures))],
])('%s', (_machine, dumpOf) => {
  it('has the values that dmidecode prints', async () => {
    const dump = await dumpOf()
    const entryPoint = parseEntryPoint(dump)
    if (!entryPoint) throw new Error('the entry point is unreadable')
    const cuts: string[] = []
    const part = parseTables({ ...entryPoint, table: dump.subarray(0x20) }, (what) => cuts.push(what))
    const empty = { batteries: [], components: [] }
    expect({ ...empty, ...part }).toEqual(hardwareOfText(await run(dump)))
    expect(cuts).toEqual([])
  })

  it('is read from the bytes that dmidecode prints', async () => {
    const dump = await dumpOf()
    const { table, version } = parseDump(await run(dump, '-u'))
    expect(version).toBe(parseEntryPoint(dump)?.version)
    const read = dump.subarray(0x20)
    expect(Buffer.compare(table, read.subarray(0, table.length))).toBe(0)
    // QEMU announces some bytes more than its structures have.
    expect(read.subarray(table.length).every((byte) => byte === 0)).toBe(true)
  })
})

describe('dmidecode', () => {
  const cuts: string[] = []
  const collect = (output: string) =>
    dmidecode.collect(recordedHost({ programs: { 'dmidecode -u': output } }), (what) => cuts.push(what))

  it('reads texts that look like bytes, handles or titles', async () => {
    const texts = ['BA', '00', 'Strings:', 'Handle 0x0001, DMI type 1, 27 bytes', 'x'.repeat(16), 'SMBIOS 1.0 present.']
    const fields = { x04: texts[0] ?? '', x05: texts[1] ?? '', x07: texts[2] ?? '' }
    const board = { x04: texts[3] ?? '', x05: texts[4] ?? '', x07: texts[5] ?? '' }
    const dump = encodeDump(
      0x0300,
      encodeTable([
        { type: 1, fields },
        { type: 2, fields: board },
      ]),
    )
    expect(await collect(await run(dump, '-u'))).toMatchObject({
      system: { manufacturer: 'BA', model: '00', serialNumber: 'Strings:' },
      board: { manufacturer: texts[3], model: texts[4], serialNumber: texts[5] },
    })
    expect(cuts).toEqual([])
  })

  it('reads the output of versions before 3, which quote texts and announce less', async () => {
    const output = `# dmidecode 2.12
SMBIOS 2.5 present.

Handle 0x0001, DMI type 1, 8 bytes
	Header and Data:
		01 08 01 00 01 00 00 02
	Strings:
		4F 6C 64 20 4D 61 6B 65 72 00
		"Old Maker"
		53 2D 31 00
		"S-1"

Handle 0x0002, DMI type 127, 4 bytes
	Header and Data:
		7F 04 02 00

`
    expect((await collect(output)).system).toMatchObject({ manufacturer: 'Old Maker', serialNumber: 'S-1' })
  })

  it('reports the rest of an output that is cut', async () => {
    const whole = await run(encodeDump(0x0305, encodeTable(structures)), '-u')
    cuts.length = 0
    const part = await collect(whole.slice(0, whole.length / 2))
    expect(part.system?.serialNumber).toBe('S-1')
    expect(cuts).toEqual([expect.stringMatching(/^stopped after \d+ structures/)])
  })

  it.each([
    ['without SMBIOS', { stdout: '# dmidecode 3.4\n# No SMBIOS nor DMI entry point found, sorry.\n' }],
    ['without /dev/mem', { code: 1, stderr: '/dev/mem: No such file or directory\n' }],
  ])('returns nothing for a machine %s', async (_case, output) => {
    expect(await dmidecode.collect(recordedHost({ programs: { 'dmidecode -u': output } }))).toEqual({})
  })

  it('reports tables that only root may read as refused, with or without /dev/mem', async () => {
    const stderr = `/sys/firmware/dmi/tables/smbios_entry_point: Permission denied
/dev/mem: No such file or directory
`
    const host = recordedHost({ programs: { 'dmidecode -u': { code: 1, stderr } } })
    await expect(dmidecode.collect(host)).rejects.toThrow(RefusedError)
  })

  it('fails on output without structures', async () => {
    await expect(collect('Usage: dmidecode [OPTIONS]\n')).rejects.toThrow(
      'no structure of the SMBIOS table is readable',
    )
  })

  it('reports a refusal, not a failure, for an ordinary user', async () => {
    const host = recordedHost({ programs: { dmidecode: { code: 1, stderr: '/dev/mem: Permission denied\n' } } })
    await expect(dmidecode.collect(host)).rejects.toThrow(RefusedError)
  })
})
