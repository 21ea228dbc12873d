import { describe, expect, it } from 'vitest'
import { mergeHardware } from '../merge.ts'
import { parseRawSmbiosData } from './entry-point.ts'
import { parseTables } from './parse-tables.ts'
import { readStructures } from './structures.ts'
import { type EncodedStructure, encodeRawSmbiosData, encodeStructure, encodeTable } from './testing/encode-tables.ts'

const version = 0x0304
const uuid = [0x44, 0x45, 0x4c, 0x4c, 0x42, 0x00, 0x10, 0x35, 0x80, 0x52, 0xb4, 0xc0, 0x4f, 0x39, 0x50, 0x32]
const system: EncodedStructure = {
  type: 1,
  fields: { x04: 'Example Computers', x05: 'Tower 9000', x07: 'EX-0042', x08: { bytes: uuid } },
}

/** Parses a table, with what was cut. */
function parse(
  table: Uint8Array,
  entry: { version?: number | undefined; bytes?: number; count?: number } = { version },
) {
  const cuts: string[] = []
  const part = parseTables({ version: undefined, ...entry, table }, (what) => cuts.push(what))
  return { ...part, cuts }
}
const parseOne = (...structures: EncodedStructure[]) => parse(encodeTable(structures))

describe('parseTables', () => {
  it('reads firmware, system, board and chassis', () => {
    const { cuts, ...part } = parseOne(
      { type: 0, fields: { x04: 'Example Firmware Ltd.', x05: '1.20', x08: '03/15/2023' } },
      system,
      { type: 2, fields: { x04: 'Example Boards', x05: 'B-9000', x07: 'BRD-7' } },
      { type: 3, fields: { x05: { byte: 0x80 | 10 }, x07: 'CH-7', x08: 'Inv 0815' } },
    )
    expect(part).toEqual({
      system: {
        manufacturer: 'Example Computers',
        model: 'Tower 9000',
        serialNumber: 'EX-0042',
        uuid: '4c4c4544-0042-3510-8052-b4c04f395032',
        assetTag: 'Inv 0815',
        chassis: 'Notebook',
      },
      firmware: { vendor: 'Example Firmware Ltd.', version: '1.20', date: '03/15/2023' },
      board: { manufacturer: 'Example Boards', model: 'B-9000', serialNumber: 'BRD-7' },
    })
    expect(cuts).toEqual([])
  })

  it.each([
    [0x0205, '44454c4c-4200-1035-8052-b4c04f395032'],
    [0x0206, '4c4c4544-0042-3510-8052-b4c04f395032'],
    [0x0300, '4c4c4544-0042-3510-8052-b4c04f395032'],
  ])('orders the bytes of the UUID by version %i', (ofVersion, expected) => {
    expect(parse(encodeTable([system]), { version: ofVersion }).system?.uuid).toBe(expected)
  })

  it.each([0x00, 0xff])('reads no UUID of sixteen times %i', (byte) => {
    const bytes = new Array<number>(16).fill(byte)
    const { cuts, ...part } = parseOne({ ...system, fields: { ...system.fields, x08: { bytes } } })
    expect([part.system?.uuid, cuts]).toEqual([undefined, []])
  })

  it('reports the UUID as missing if the version is unknown', () => {
    const { cuts, ...part } = parse(encodeTable([system]), {})
    expect(part.system).toMatchObject({ serialNumber: 'EX-0042', uuid: undefined })
    expect(cuts).toEqual(['lacks the UUID, whose byte order depends on the version: the entry point is unreadable'])
  })

  it('keeps placeholders of the system, which identify no device but are judged later, and drops those of parts', () => {
    const part = parseOne(
      { type: 1, fields: { x07: 'System Serial Number' } },
      { type: 17, fields: { x0c: { word: 1024 }, x17: 'Unknown', x18: 'Not Specified', x1a: ' X ' } },
    )
    expect(part.system?.serialNumber).toBe('System Serial Number')
    expect(mergeHardware([part]).system?.serialNumber).toBeUndefined()
    expect(part.memory?.modules?.[0]).toEqual({ sizeBytes: 2 ** 30, partNumber: 'X' })
  })
})

describe('processors', () => {
  const populated = { byte: 0x41 }
  const fields = { x05: { byte: 3 }, x07: 'Example', x10: 'CPU  X   ', x16: { word: 2400 }, x18: populated }

  it('reads populated sockets of central processors', () => {
    const { processors } = parseOne(
      { type: 4, fields: { ...fields, x23: { byte: 8 }, x25: { byte: 16 } } },
      { type: 4, fields: { ...fields, x18: { byte: 0x00 } } },
      { type: 4, fields: { ...fields, x05: { byte: 6 } } },
    )
    expect(processors).toEqual([{ manufacturer: 'Example', model: 'CPU X', cores: 8, threads: 16, speedMhz: 2400 }])
  })

  it.each([
    [{ x23: { byte: 255 }, x25: { byte: 255 }, x2a: { word: 288 }, x2e: { word: 576 } }, [288, 576]],
    [{ x23: { byte: 255 }, x25: { byte: 255 } }, [255, 255]],
    [{ x23: { byte: 0 }, x25: { byte: 0 } }, [undefined, undefined]],
    [{ x23: { byte: 255 }, x25: { byte: 255 }, x2a: { word: 0xffff }, x2e: { word: 0 } }, [undefined, undefined]],
    [{}, [undefined, undefined]],
  ])('counts cores and threads of %o', (counts, expected) => {
    const [processor] = parseOne({ type: 4, fields: { ...fields, ...counts } }).processors ?? []
    expect([processor?.cores, processor?.threads]).toEqual(expected)
  })

  it('takes the maximum speed if the current one is unknown', () => {
    const speeds = { x14: { word: 3600 }, x16: { word: 0 } }
    expect(parseOne({ type: 4, fields: { ...fields, ...speeds } }).processors?.[0]?.speedMhz).toBe(3600)
  })
})

describe('memory modules', () => {
  const modulesOf = (...devices: NonNullable<EncodedStructure['fields']>[]) =>
    parseOne(...devices.map((fields) => ({ type: 17, fields }))).memory?.modules

  it.each([
    ['in MiB', { x0c: { word: 16_384 } }, 16 * 2 ** 30],
    ['in KiB', { x0c: { word: 0x8000 | 512 } }, 512 * 2 ** 10],
    ['in the larger field', { x0c: { word: 0x7fff }, x1c: { dword: 131_072 } }, 128 * 2 ** 30],
    ['beyond the end of the structure', { x0c: { word: 0x7fff } }, undefined],
    ['unknown', { x0c: { word: 0xffff } }, undefined],
  ])('reads a size %s', (_case, fields, sizeBytes) => {
    expect(modulesOf(fields)).toEqual([{ sizeBytes }])
  })

  it('leaves out empty slots', () => {
    expect(modulesOf({ x0c: { word: 0 }, x10: 'DIMM 2' }, {})).toBeUndefined()
  })

  it.each([
    [0x12, 'DDR'],
    [0x18, 'DDR3'],
    [0x1a, 'DDR4'],
    [0x1e, 'LPDDR4'],
    [0x22, 'DDR5'],
    [0x23, 'LPDDR5'],
    [0x02, undefined],
    [0x15, undefined],
    [0xfe, undefined],
    [0x00, undefined],
  ])('names type %i %s', (byte, type) => {
    expect(modulesOf({ x0c: { word: 1 }, x12: { byte } })?.[0]?.type).toBe(type)
  })

  it.each([
    ['configured', { x15: { word: 3200 }, x20: { word: 2933 } }, 2933],
    ['rated, if the other is unknown', { x15: { word: 3200 }, x20: { word: 0 } }, 3200],
    ['in the larger field', { x20: { word: 0xffff }, x58: { dword: 70_000 } }, 70_000],
    ['unknown', {}, undefined],
  ])('reads a speed that is %s', (_case, fields, speedMhz) => {
    expect(modulesOf({ x0c: { word: 1 }, ...fields })?.[0]?.speedMhz).toBe(speedMhz)
  })

  it('leaves out flash and cache, which are no main memory', () => {
    const device = (array: number, slot: string): EncodedStructure => ({
      type: 17,
      fields: { x04: { word: array }, x0c: { word: 8 }, x10: slot },
    })
    const array = (handle: number, use: number): EncodedStructure => ({
      type: 16,
      handle,
      fields: { x05: { byte: use } },
    })
    const { memory } = parseOne(array(1, 3), array(2, 5), device(1, 'DIMM 1'), device(2, 'ROM'), device(9, 'DIMM 2'))
    expect(memory?.modules?.map(({ slot }) => slot)).toEqual(['DIMM 1', 'DIMM 2'])
  })
})

describe('batteries, power supplies and TPM', () => {
  it('reads a battery', () => {
    const fields = {
      x04: 'Sys. Battery Bay',
      x05: 'SMP',
      x08: 'DELL JHXPY53',
      x09: { byte: 2 },
      x0a: { word: 5753 },
      x10: { word: 0x0a75 },
      x14: 'LiP',
      x15: { byte: 10 },
    }
    expect(parseOne({ type: 22, fields }).batteries).toEqual([
      {
        name: 'Sys. Battery Bay',
        manufacturer: 'SMP',
        model: 'DELL JHXPY53',
        serialNumber: '0A75',
        chemistry: 'LiP',
        designMilliwattHours: 57_530,
      },
    ])
    expect(parseOne({ type: 22, fields: { x04: 'Rear', x08: 'To Be Filled By O.E.M.' } }).batteries).toBeUndefined()
    expect(parseOne({ type: 22, fields: { x08: 'BAT-1' } }).batteries).toEqual([{ name: 'Battery 1', model: 'BAT-1' }])
  })

  it('reads present power supplies, and keeps their ids if another is taken out', () => {
    const supply = (serial: string, flags: number): EncodedStructure => ({
      type: 39,
      fields: { x06: 'PWR SPLY', x08: serial, x0a: '09WR03A00', x0c: { word: 350 }, x0e: { word: flags } },
    })
    const placeholder = { type: 39, fields: { x07: 'To Be Filled By O.E.M.', x0e: { word: 2 } } }
    const { components } = parseOne(supply('PSU1', 0), supply('PSU2', 2), placeholder)
    expect(components).toEqual([
      {
        id: 'power-supply-2',
        class: 'powerSupply',
        description: '350 W',
        name: 'PWR SPLY',
        model: '09WR03A00',
        serialNumber: 'PSU2',
      },
    ])
  })

  it.each([
    [2, { dword: (500 << 16) | 14 }, '500.14'],
    [1, { bytes: [0, 0, 3, 16] }, '3.16'],
  ])('reads a TPM %i', (family, firmware, expected) => {
    const fields = {
      x04: { bytes: [...Buffer.from('IFX\0')] },
      x08: { byte: family },
      x09: { byte: 0 },
      x0a: firmware,
    }
    expect(parseOne({ type: 43, fields }).security?.tpm).toEqual({
      isPresent: true,
      version: `${family}.0`,
      manufacturer: 'IFX',
      firmware: expected,
    })
  })
})

describe('faulty tables', () => {
  const chassis: EncodedStructure = { type: 3, fields: { x05: { byte: 3 }, x08: 'Inv 0815' } }
  const whole = encodeTable([system, chassis])
  const afterSystem = encodeStructure(system).length

  it('reads the structures before each possible cut, and reports the rest as missing', () => {
    const endMarkAt = whole.length - 6
    for (let bytes = afterSystem; bytes < endMarkAt + 4; bytes++) {
      const { system: found, cuts } = parse(whole.subarray(0, bytes), { version, bytes: whole.length })
      expect(found?.serialNumber).toBe('EX-0042')
      expect(cuts[0]).toMatch(/^stopped after [12] structures, \d+ of \d+ bytes: /)
    }
    for (let bytes = 1; bytes < afterSystem; bytes++) {
      let found: ReturnType<typeof parse> | undefined
      try {
        found = parse(whole.subarray(0, bytes))
      } catch (error) {
        expect(String(error)).toMatch(/no structure of the SMBIOS table is readable/)
      }
      // A text that is cut has no value, rather than half of it.
      expect(['EX-0042', undefined]).toContain(found?.system?.serialNumber)
      if (found) expect(found.cuts[0]).toMatch(/^stopped after 1 structures/)
    }
  })

  it.each([0, 1, 3])('stops at a structure with a length of %i', (length) => {
    const table = Buffer.concat([encodeStructure(system), Buffer.from([3, length, 0, 0, 0, 0]), whole])
    const { cuts, ...part } = parse(table)
    expect(part.system?.model).toBe('Tower 9000')
    expect(cuts).toEqual([
      `stopped after 1 structures, ${afterSystem} bytes: the next structure has a length of ${length}`,
    ])
  })

  it('stops at a structure that is longer than the rest of the table', () => {
    const table = Buffer.concat([encodeStructure(system), Buffer.from([3, 250, 0, 0, 0, 0])])
    expect(parse(table).cuts).toEqual([
      `stopped after 1 structures, ${afterSystem} bytes: the table ends within a structure`,
    ])
  })

  it('reports a missing end mark, unless the entry point gives the number of structures', () => {
    const table = encodeStructure(system)
    expect(parse(table).cuts).toEqual([`stopped after 1 structures, ${table.length} bytes: there is no end mark`])
    expect(parse(table, { version, count: 1 }).cuts).toEqual([])
    expect(parse(table, { version, count: 2 }).cuts).toHaveLength(1)
  })

  it('reads up to the end mark if the entry point gives a smaller number of structures', () => {
    expect(parse(whole, { version, count: 1 })).toMatchObject({ system: { assetTag: 'Inv 0815' }, cuts: [] })
  })

  it('reads structures behind the end mark only if they are counted', () => {
    const table = Buffer.concat([encodeTable([system]), encodeStructure(chassis)])
    expect(parse(table).system?.assetTag).toBeUndefined()
    expect(parse(table, { version, count: 3 })).toMatchObject({ system: { assetTag: 'Inv 0815' }, cuts: [] })
    // Some firmware counts one too many.
    expect(parse(table, { version, count: 4 })).toMatchObject({ system: { assetTag: 'Inv 0815' }, cuts: [] })
  })

  it('reports texts that do not exist, and reads the others', () => {
    const fields = { x04: { byte: 9 }, x05: 'Tower 9000', x07: { byte: 200 } }
    const { cuts, ...part } = parseOne({ type: 1, fields })
    expect(part.system).toMatchObject({ manufacturer: undefined, model: 'Tower 9000', serialNumber: undefined })
    expect(cuts).toEqual(['lacks 2 texts that fields refer to'])
  })

  it('reads texts in UTF-8 or else Latin-1', () => {
    const structure = encodeStructure({ type: 1, fields: { x04: 'X', x05: 'Bücher' } })
    const latin1 = Buffer.from(structure.toString('latin1').replace('X', 'M\xfcller'), 'latin1')
    expect(parse(Buffer.concat([latin1, encodeTable([])])).system).toMatchObject({
      manufacturer: 'Müller',
      model: 'Bücher',
    })
  })

  it('reads very long texts and control characters in bounds', () => {
    const part = parseOne({ type: 1, fields: { x04: 'x'.repeat(900_000), x05: 'A\u001b[31mB\nC\u202e' } })
    expect(part.system?.manufacturer).toBe('x'.repeat(512))
    expect(part.system?.model).toBe('A [31mB\nC')
    expect(part.cuts).toEqual([])
  })

  it('reads thousands of structures', () => {
    const modules = Array.from(
      { length: 900 },
      (_, index): EncodedStructure => ({
        type: 17,
        fields: { x0c: { word: 1 }, x10: `DIMM ${index}` },
      }),
    )
    const others = Array.from({ length: 10_000 }, (): EncodedStructure => ({ type: 200 }))
    const { memory, cuts } = parseOne(...modules, ...others)
    expect([memory?.modules?.length, cuts]).toEqual([900, []])
  })

  it('reports what is beyond its limits', () => {
    const modules = Array.from({ length: 1025 }, (): EncodedStructure => ({ type: 17, fields: { x0c: { word: 1 } } }))
    const { memory, cuts } = parseOne(...modules)
    expect([memory?.modules?.length, cuts]).toEqual([1024, ['stopped after 1024 memory modules']])
    const others = Array.from({ length: 20_000 }, (): EncodedStructure => ({ type: 200 }))
    expect(parseOne(system, ...others).cuts).toEqual([expect.stringMatching(/: the limit is reached$/)])
    const large = Buffer.concat([encodeStructure(system), Buffer.alloc(2 * 1024 * 1024, 0x41)])
    expect(parse(large)).toMatchObject({ system: { serialNumber: 'EX-0042' }, cuts: [expect.any(String)] })
  })

  it('reads the last text that a field can refer to, and none behind it', () => {
    const structure = encodeStructure({ type: 1, fields: { x04: { byte: 255 }, x05: { byte: 0 } } })
    const texts = Array.from({ length: 5000 }, (_, index) => `T${index + 1}\0`).join('')
    const table = Buffer.concat([structure.subarray(0, 6), Buffer.from(`${texts}\0`), encodeStructure(chassis), whole])
    expect(parse(table)).toMatchObject({ system: { manufacturer: 'T255', assetTag: 'Inv 0815' }, cuts: [] })
  })

  it('fails on bytes that are no table, so that another source is used', () => {
    for (const bytes of [[], [0], new Array<number>(64).fill(0), new Array<number>(64).fill(0xff)]) {
      expect(() => parse(Buffer.from(bytes))).toThrow('no structure of the SMBIOS table is readable')
    }
  })

  it('reads any bytes without another error', () => {
    let seed = 1
    const random = () => {
      seed = (seed * 48_271) % 0x7fffffff
      return seed
    }
    for (let run = 0; run < 2000; run++) {
      const table = Buffer.from(whole)
      for (let change = 0; change < 8; change++) table[random() % table.length] = random() & 0xff
      try {
        parse(table)
      } catch (error) {
        expect(String(error)).toMatch(/no structure of the SMBIOS table is readable/)
      }
    }
  })
})

describe('RawSMBIOSData of Windows', () => {
  const table = encodeTable([system])
  const parseRaw = (data: Uint8Array) => {
    const cuts: string[] = []
    return { ...parseTables(parseRawSmbiosData(data), (what) => cuts.push(what)), cuts }
  }

  it('is a header with version and length, then the table', () => {
    const { cuts, ...part } = parseRaw(encodeRawSmbiosData(0x0205, table))
    expect([part.system?.uuid, cuts]).toEqual(['44454c4c-4200-1035-8052-b4c04f395032', []])
    expect(readStructures(parseRawSmbiosData(encodeRawSmbiosData(version, table))).structures).toHaveLength(2)
  })

  it('is read up to its end if its length is wrong', () => {
    const data = encodeRawSmbiosData(version, table)
    data.writeUInt32LE(0xffffffff, 4)
    expect(parseRaw(data)).toMatchObject({ system: { serialNumber: 'EX-0042' }, cuts: [] })
    data.writeUInt32LE(encodeStructure(system).length, 4)
    expect(parseRaw(data).cuts).toEqual([expect.stringMatching(/there is no end mark$/)])
    data.writeUInt32LE(0, 4)
    expect(() => parseRaw(data)).toThrow('no structure')
  })

  it('is refused if it is shorter than its header', () => {
    expect(() => parseRawSmbiosData(Buffer.alloc(7))).toThrow('the firmware table has 7 bytes, less than its header')
  })
})
