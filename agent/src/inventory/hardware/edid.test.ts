import { describe, expect, it } from 'vitest'
import { recordedHost } from '../../platform/testing/recorded-host.ts'
import { parseEdid } from './edid.ts'
import { monitors } from './monitors.ts'

/** A display descriptor of VESA E-EDID 1.4, section 3.10.3. */
const descriptor = (tag: number, text: string) => {
  const bytes = Buffer.alloc(18, ' ')
  bytes.set([0, 0, 0, tag, 0])
  bytes.write(text.length < 13 ? `${text}\n` : text, 5, 'latin1')
  return bytes
}

/** A detailed timing, section 3.10.2: pixel clock, active pixels and lines, size in millimetres. */
const timing = (width: number, height: number, [widthMm, heightMm]: [number, number], flags = 0) => {
  const bytes = Buffer.alloc(18)
  bytes.writeUInt16LE(14_850, 0)
  bytes.set([width & 0xff, 0, (width >> 8) << 4, height & 0xff, 0, (height >> 8) << 4], 2)
  bytes.set([widthMm & 0xff, heightMm & 0xff, ((widthMm >> 8) << 4) | (heightMm >> 8)], 12)
  bytes[17] = flags
  return bytes
}

type Spec = {
  id?: [number, number]
  product?: number
  serial?: number
  week?: number
  year?: number
  version?: [number, number]
  centimetres?: [number, number]
  features?: number
  descriptors?: Buffer[]
  extensions?: Buffer[]
}

const withChecksum = (block: Buffer) => {
  block[127] = 0
  block[127] = -block.reduce((sum, byte) => sum + byte, 0) & 0xff
  return block
}

/** Encodes the EDID of a Dell display, with other values where given. */
function encode(spec: Spec = {}): Buffer {
  const {
    descriptors = [timing(2560, 1440, [597, 336]), descriptor(0xfc, 'DELL U2717D'), descriptor(0xff, 'ABC123')],
  } = spec
  const base = Buffer.alloc(128)
  base.set([0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0])
  base.set(spec.id ?? [0x10, 0xac], 8)
  base.writeUInt16LE(spec.product ?? 0x40eb, 10)
  base.writeUInt32LE(spec.serial ?? 0, 12)
  base.set([spec.week ?? 7, (spec.year ?? 2019) - 1990, ...(spec.version ?? [1, 4])], 16)
  base.set(spec.centimetres ?? [60, 34], 21)
  base[24] = spec.features ?? 0
  for (const [index, bytes] of descriptors.entries()) base.set(bytes, 54 + index * 18)
  base[126] = spec.extensions?.length ?? 0
  return Buffer.concat([withChecksum(base), ...(spec.extensions ?? [])])
}

/** A CTA-861 extension with descriptors behind `start`. */
const extension = (descriptors: Buffer[], start = 4, tag = 0x02) => {
  const block = Buffer.alloc(128)
  block.set([tag, 3, start])
  for (const [index, bytes] of descriptors.entries()) block.set(bytes, 4 + index * 18)
  return withChecksum(block)
}

function parse(edid: Uint8Array) {
  const cuts: string[] = []
  return { ...parseEdid('DP-1', edid, (what) => cuts.push(what)), cuts }
}

describe('parseEdid', () => {
  it('reads a display', () => {
    expect(parse(encode())).toEqual({
      port: 'DP-1',
      manufacturer: 'Dell',
      model: 'DELL U2717D',
      serialNumber: 'ABC123',
      made: '2019-W07',
      widthMm: 597,
      heightMm: 336,
      resolution: '2560x1440',
      cuts: [],
    })
  })

  it.each([
    ['a common manufacturer', [0x4c, 0x2d], 'Samsung'],
    ['an id without a name in our list', [0x04, 0x21], 'AAA'],
    ['a letter beyond Z', [0x7f, 0xff], undefined],
    ['no letters', [0, 0], undefined],
    ['the reserved bit', [0x90, 0xac], undefined],
  ] satisfies [string, [number, number], string | undefined][])('reads %s', (_case, id, manufacturer) => {
    expect(parse(encode({ id })).manufacturer).toBe(manufacturer)
  })

  it.each([
    ['of the descriptor', { serial: 5 }, 'ABC123'],
    ['of the header without a descriptor', { serial: 3_405_691_582, descriptors: [] }, '3405691582'],
    ['of the header if the descriptor has zeros', { serial: 5, descriptors: [descriptor(0xff, '0000')] }, '5'],
    ['of the header as text', { serial: 0x30525953, descriptors: [] }, '0RYS'],
    ['of the header as a number if it is no text', { serial: 0x30525920, descriptors: [] }, '810703136'],
    [
      'of an Acer label',
      { id: [0x04, 0x72], serial: 0x0190328f, descriptors: [descriptor(0xff, 'L12345678901')] },
      'L12345670190328f8901',
    ],
    [
      'of another Acer label',
      { id: [0x04, 0x72], serial: 0x01903290, descriptors: [descriptor(0xff, 'L12345678901')] },
      'L1234567019032908901',
    ],
    ['of a short Acer text', { id: [0x04, 0x72], serial: 5, descriptors: [descriptor(0xff, 'ETL123')] }, 'ETL123'],
    ['of an Acer text alone', { id: [0x04, 0x72], descriptors: [descriptor(0xff, 'L12345678901')] }, 'L12345678901'],
    ['of an Acer number alone', { id: [0x04, 0x72], serial: 5, descriptors: [] }, '5'],
    ['none for 0', { serial: 0, descriptors: [] }, undefined],
    ['none for 0x01010101', { serial: 0x01010101, descriptors: [] }, undefined],
    ['none for 0xffffffff', { serial: 0xffffffff, descriptors: [] }, undefined],
  ] satisfies [string, Spec, string | undefined][])('reads the serial number %s', (_case, spec, serialNumber) => {
    expect(parse(encode(spec)).serialNumber).toBe(serialNumber)
  })

  it.each([
    ['week and year', { week: 54, year: 2024 }, '2024-W54'],
    ['the year alone', { week: 0 }, '2019'],
    ['the model year', { week: 0xff }, '2019'],
    ['the year with a week that is none', { week: 60 }, '2019'],
    ['no year before 1993', { year: 1990 }, undefined],
  ])('reads %s', (_case, spec, made) => {
    expect(parse(encode(spec)).made).toBe(made)
  })

  it.each([
    ['the millimetres of the timing', { descriptors: [timing(1, 1, [597, 336])] }, [597, 336]],
    ['the centimetres, if the timing disagrees', { descriptors: [timing(1, 1, [160, 90])] }, [600, 340]],
    ['the centimetres without a timing', { descriptors: [] }, [600, 340]],
    ['no size of a projector', { centimetres: [0, 0], descriptors: [timing(1, 1, [160, 90])] }, [undefined, undefined]],
    ['no size of an aspect ratio', { centimetres: [79, 0] }, [undefined, undefined]],
  ] satisfies [string, Spec, unknown[]][])('reads %s', (_case, spec, size) => {
    const { widthMm, heightMm } = parse(encode(spec))
    expect([widthMm, heightMm]).toEqual(size)
  })

  it.each([
    ['interlaced', { descriptors: [timing(1920, 540, [0, 0], 0x80)] }, '1920x1080'],
    ['of an old display that flags it', { version: [1, 1], features: 2 }, '2560x1440'],
    ['none of an old display', { version: [1, 2] }, undefined],
    ['of version 1.3', { version: [1, 3] }, '2560x1440'],
    ['none without a timing', { descriptors: [descriptor(0xfc, 'X')] }, undefined],
    ['none of zero lines', { descriptors: [timing(1920, 0, [0, 0])] }, undefined],
  ] satisfies [string, Spec, string | undefined][])('reads the resolution %s', (_case, spec, resolution) => {
    expect(parse(encode(spec)).resolution).toBe(resolution)
  })

  it.each([
    ['a name without end', ['ABCDEFGHIJKLM'], 'ABCDEFGHIJKLM'],
    ['a name in two parts', ['Studioworks N', '2200P'], 'Studioworks N2200P'],
    ['control characters', ['A\u0001\u001b[31mB'], 'A  [31mB'],
    ['a zero as the end', ['B150\0xyz'], 'B150'],
    ['Latin-1', ['\xc9cran'], 'Écran'],
    ['no name', [''], 'DEL40EB'],
  ])('reads %s', (_case, names, model) => {
    expect(parse(encode({ descriptors: names.map((name) => descriptor(0xfc, name)) })).model).toBe(model)
  })

  it('reads the texts of a CTA-861 extension', () => {
    const extensions = [extension([descriptor(0xff, 'IN-CTA')])]
    expect(parse(encode({ descriptors: [descriptor(0xfc, 'X')], extensions }))).toMatchObject({
      serialNumber: 'IN-CTA',
      cuts: [],
    })
  })

  it.each([
    ['without timings', extension([descriptor(0xff, 'NO')], 0)],
    ['that begins behind its end', extension([descriptor(0xff, 'NO')], 250)],
    ['of another kind', extension([descriptor(0xff, 'NO')], 4, 0x70)],
    ['with a wrong checksum', extension([descriptor(0xff, 'NO')]).fill(1, 120)],
  ])('reads no text of an extension %s', (_case, bytes) => {
    expect(parse(encode({ descriptors: [], extensions: [bytes] })).serialNumber).toBeUndefined()
  })

  it.each([
    ['ends after 0 bytes', Buffer.alloc(0)],
    ['ends after 127 bytes', encode().subarray(0, 127)],
    ['has a wrong header', encode().fill(0, 0, 8)],
    ['has a wrong header', Buffer.alloc(128, 0xff)],
  ])('reports an EDID that %s', (problem, edid) => {
    expect(parse(edid)).toEqual({
      port: 'DP-1',
      cuts: [`lacks the values of the display at DP-1: its EDID ${problem}`],
    })
  })

  it('keeps the values of an EDID with a wrong checksum, and reports it', () => {
    const edid = encode()
    edid[127] = (edid[127] ?? 0) + 1
    expect(parse(edid)).toMatchObject({
      serialNumber: 'ABC123',
      cuts: ['may have wrong values of the display at DP-1: its EDID has a wrong checksum'],
    })
  })

  it('reports cut extensions only if a text is missing', () => {
    const complete = encode({ extensions: [extension([])] })
    expect(parse(complete.subarray(0, 200)).cuts).toEqual([])
    const edid = encode({ descriptors: [], extensions: [extension([]), extension([])] })
    expect(parse(edid.subarray(0, 256 + 100)).cuts).toEqual([
      'may lack the name of the display at DP-1: 1 extensions of its EDID are missing',
    ])
  })

  it('reads any bytes without an error', () => {
    let seed = 1
    const whole = encode({ extensions: [extension([descriptor(0xff, 'X')])] })
    for (let run = 0; run < 2000; run++) {
      const edid = Buffer.from(whole)
      for (let change = 0; change < 8; change++) {
        seed = (seed * 48_271) % 0x7fffffff
        edid[8 + (seed % (edid.length - 8))] = seed >> 8
      }
      expect(parse(edid.subarray(0, seed % 300)).port).toBe('DP-1')
    }
  })
})

describe('monitors', () => {
  const connector = (name: string, status: string, edid: Buffer) => ({
    [`/sys/class/drm/${name}/status`]: `${status}\n`,
    [`/sys/class/drm/${name}/edid`]: edid,
  })

  it('lists the displays that are connected, by connector', async () => {
    const files = {
      '/sys/class/drm/version': 'drm 1.1.0 20060810\n',
      '/sys/class/drm/card1/dev': '226:1\n',
      '/sys/class/drm/renderD128/dev': '226:128\n',
      ...connector('card1-HDMI-A-1', 'connected', encode()),
      ...connector('card1-DP-1', 'disconnected', encode()),
      ...connector('card1-VGA-1', 'connected', Buffer.alloc(0)),
      ...connector('card0-eDP-1', 'connected', encode().subarray(0, 20)),
    }
    const cuts: string[] = []
    const { monitors: found } = await monitors.collect(recordedHost({ files }), (what) => cuts.push(what))
    expect(found).toEqual([{ port: 'eDP-1' }, expect.objectContaining({ port: 'HDMI-A-1', serialNumber: 'ABC123' })])
    expect(cuts).toEqual(['lacks the values of the display at eDP-1: its EDID ends after 20 bytes'])
  })

  it('is unavailable on a machine without connectors', async () => {
    const files = { '/sys/class/drm/version': 'drm 1.1.0 20060810\n' }
    expect(await monitors.isAvailable(recordedHost({ files }))).toBe(false)
    expect(await monitors.isAvailable(recordedHost({}))).toBe(false)
  })

  it('stops after 64 connectors, and reports it', async () => {
    const files = Object.assign(
      {},
      ...Array.from({ length: 70 }, (_, i) => connector(`card0-DP-${i}`, 'connected', encode())),
    )
    const cuts: string[] = []
    const { monitors: found } = await monitors.collect(recordedHost({ files }), (what) => cuts.push(what))
    expect([found?.length, cuts]).toEqual([64, ['stopped after 64 connectors']])
  })
})
