import { describe, expect, test } from 'vitest'
import { formatOid, oid } from './oid.ts'
import { readPrivateObjects } from './private-objects.ts'
import type { SnmpReader } from './reader.ts'
import { mib } from './testing/agent.ts'
import { deviceReader } from './testing/device.ts'
import { readingsOfTest, response } from './testing/reading.ts'
import { Tag, type Varbind } from './varbind.ts'

const own = 61_616
const root = `1.3.6.1.4.1.${own}`
const objectId = oid(`${root}.1`)
const text = (at: string, value: string): Varbind => ({
  oid: oid(`${root}.${at}`),
  tag: Tag.octetString,
  value: Buffer.from(value),
})
const textsOf = async (reader: SnmpReader) =>
  (await readPrivateObjects(reader, objectId, [own])).map((each) => each.text)
const longTable = Array.from({ length: 3_000 }, (_, row) =>
  [1, 2, 3].map((column) => text(`5.1.${column}.${row + 1}`, `cell ${column} of ${row}`)),
).flat()

const readings = readingsOfTest()

describe('reading the private objects of an agent', () => {
  test('skips long tables, and reads what is behind them', async () => {
    const { reader, agent } = await readings(mib([text('2.1.0', 'AX-4800'), ...longTable, text('9.1.0', 'CV0008612')]))
    const texts = await textsOf(reader)
    expect(texts).toContain('AX-4800')
    expect(texts).toContain('CV0008612')
    expect(agent.requests.length).toBeLessThan(12)
  })

  test('reads the same objects with SNMPv1, and as many requests at most', async () => {
    const { reader, agent } = await readings(mib([text('2.1.0', 'AX-4800'), text('2.2.0', 'CV0008612')]), {
      version: 'v1',
    })
    expect(await textsOf(reader)).toEqual(['AX-4800', 'CV0008612'])
    expect(agent.requests.length).toBeLessThan(8)
  })

  test('ends at an agent whose subtree never ends', async () => {
    let count = 0
    const { reader, agent } = await readings(({ pdu }) => {
      const varbinds = Array.from({ length: 48 }, () => {
        count += 1
        return text(`2.${count}.0`, `A${count}B`)
      })
      return response(pdu, varbinds)
    })
    const texts = await textsOf(reader)
    expect(agent.requests.length).toBeLessThanOrEqual(16)
    expect(texts.length).toBeLessThanOrEqual(16 * 96)
  })

  test('ends at an agent that goes back, repeats itself, or leaves the subtree', async () => {
    const answers = [[text('2.9.0', 'AX-4800'), text('2.1.0', 'BX-4800')], [text('2.9.0', 'CX-4800')], []]
    for (const answer of answers) {
      const { reader, agent } = await readings(({ pdu }) => response(pdu, answer))
      expect((await textsOf(reader)).filter((each) => each !== 'AX-4800' && each !== 'CX-4800')).toEqual([])
      expect(agent.requests.length).toBeLessThanOrEqual(6)
    }
  })

  test('stops after some bytes, and ignores texts that are too long to be a name', async () => {
    const huge = Array.from({ length: 400 }, (_, i) => text(`2.${i + 1}.0`, 'A1'.repeat(2_000)))
    const { reader, agent } = await readings(mib([...huge, text('3.1.0', 'AX-4800')]))
    expect(await textsOf(reader)).toEqual([])
    expect(agent.requests.length).toBeLessThan(20)
  })
})

describe('choosing the subtrees', () => {
  const lines = `${root}.1.4.0|4|AX-4800
1.3.6.1.4.1.50001.1.1.0|4|BX-4800
1.3.6.1.4.1.8072.1.1.0|4|CX-4800`
  const namesOf = async (objectIdText: string, enterprises: number[]) =>
    (await readPrivateObjects(deviceReader(lines), oid(objectIdText), enterprises)).map((each) => formatOid(each.oid))

  test("reads the device's own enterprise only", async () => {
    expect(await namesOf(`${root}.1`, [own, 8072, 50_001])).toEqual([`${root}.1.4.0`])
  })

  test('reads others of a device without objects of its own', async () => {
    expect(await namesOf('1.3.6.1.4.1.99999.1', [8072, 50_001])).toEqual(['1.3.6.1.4.1.50001.1.1.0'])
  })

  test('reads none of a computer with several added agents', async () => {
    expect(await namesOf('1.3.6.1.4.1.8072.3.2.10', [own, 8072, 50_001])).toEqual([])
  })
})
