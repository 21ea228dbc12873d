import { zstdDecompressSync } from 'node:zlib'
import { newId } from '@rollcall/shared/ids.ts'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { noMetrics } from '../../lib/metrics.ts'
import { contentOf, type Section } from '../../snapshots/sections/sections.ts'
import { at, agent as seen } from '../testing/observations.ts'
import { prepareObservation } from './observed.ts'
import { createSectionPacker } from './pack-sections.ts'
import { readSnapshot } from './read-snapshot.ts'
import { createReader } from './reader.ts'
import { preparedOf, type Reading } from './reading.ts'
import { createBodyCache } from './unchanged-bodies.ts'

const machine = {
  agentId: newId(),
  hostname: 'pc1',
  hardware: { system: { model: 'T14' }, volumes: [{ mount: '/', sizeBytes: 10, freeBytes: 4 }] },
  software: [{ name: 'bash', version: '5.2' }],
}
const now = at(1_000)
const body = (value: object) => Buffer.from(JSON.stringify(value))
const from = (value: object, agentId = machine.agentId) => ({ agentId, raw: body(value), now, aheadMs: 0 })
const sent = (minutes: number, rest: object = {}) => ({ ...seen(minutes, machine), ...rest })

const log = pino({ level: 'silent' })
const senderOf = (id: string) => ({ siteId: 'site', id, name: `agent ${id}` })

type Sent = ReturnType<typeof from>

/** Reads bodies of agents and caches all of them as stored. */
function testReader() {
  const reader = createReader({ log, metrics: noMetrics })
  const readOnly = ({ agentId, raw, ...input }: Sent, whole = false): Promise<Reading> =>
    reader.readSnapshot({ sender: senderOf(agentId), bytes: raw, packing: 'none' }, { agentId, whole, ...input })
  return {
    ...reader,
    readOnly,
    async read(sent: Sent, whole = false): Promise<Reading> {
      const reading = await readOnly(sent, whole)
      reader.keep(sent.agentId, reading, newId())
      return reading
    },
  }
}

const readBody = (sent: Sent) => readSnapshot(sent.raw, sent)

const isRecognised = ({ sections }: Reading) => sections.every(([, section]) => !('json' in section))

it('reads what prepareObservation computes, with the sections', async () => {
  const observation = seen(0, machine)
  const prepared = preparedOf(await readBody(from(observation)))
  expect(prepared).toEqual(prepareObservation(observation))
  const software = prepared.sections.get('software')
  expect(software && contentOf(software)).toEqual(machine.software)
  const hardware = prepared.sections.get('hardware')
  expect(hardware && contentOf(hardware)).toEqual(observation.hardware)
})

it('does not parse an unchanged body with another id and time', async () => {
  const { read } = testReader()
  await read(from(sent(0)))
  const again = { ...sent(5), observedAt: '2026-11-20T09:05:00.000+01:00' }
  expect(isRecognised(await read(from(again)))).toBe(false)

  const same = { ...again, id: newId(), observedAt: '2026-11-20T09:06:00.000+01:00' }
  const reading = await read(from(same))
  const whole = prepareObservation(observationSchema.parse(same))
  const prepared = preparedOf(reading)
  expect({ ...prepared, sections: [] }).toEqual({ ...whole, sections: [] })
  expect(prepared.head.observedAt).toBe('2026-11-20T08:06:00.000Z')
  expect([...prepared.sections]).toEqual([...whole.sections].map(([name, { hash }]) => [name, { hash }]))
  const dictionary = body(again)
  expect(zstdDecompressSync(reading.packed?.content ?? Buffer.alloc(0), { dictionary }).equals(body(same))).toBe(true)
  expect(reading.packed).toMatchObject({ size: body(same).length, dictionaryOf: expect.any(String) })
  expect(isRecognised(await read(from(same), true))).toBe(false)
})

it('caches only stored bodies', async () => {
  const reader = testReader()
  const read = (value: object) => reader.readOnly(from(value))
  await read(sent(0))
  const second = await read(sent(1))
  expect(isRecognised(second)).toBe(false)
  reader.keep(machine.agentId, second, null)
  expect(isRecognised(await read(sent(2)))).toBe(false)
})

it('parses a body with any other difference, or of another agent', async () => {
  const { read } = testReader()
  const recognised = async (value: object, agentId = machine.agentId) => isRecognised(await read(from(value, agentId)))
  expect(await recognised(sent(0))).toBe(false)
  expect(await recognised(sent(1))).toBe(true)
  expect(await recognised(sent(2), newId())).toBe(false)
  expect(await recognised(sent(3, { software: [{ name: 'bash', version: '5.3' }] }))).toBe(false)
  expect(await recognised(sent(4))).toBe(false)
  expect(await recognised(sent(5))).toBe(true)
})

it('evicts the agent whose last snapshot is oldest', async () => {
  const cache = createBodyCache()
  const reading = await readBody(from(sent(0)))
  const isCached = async (agentId: string) => (await cache.find(from(sent(1), agentId))) !== undefined
  cache.add('silent', reading, newId())
  cache.add('recent', reading, newId())
  for (let number = 1; number <= 30; number++) {
    cache.add(`other-${number}`, { ...reading, prepared: 'x'.repeat(2 ** 20) }, newId())
    expect(await isCached('recent')).toBe(true)
  }
  expect(await isCached('silent')).toBe(false)
  expect(await isCached('other-30')).toBe(true)
})

it('validates id and time of an unchanged body', async () => {
  const reader = testReader()
  const read = (value: object) => reader.read(from(value))
  await read(sent(0))
  const [id, observedAt] = ['0'.repeat(35).concat('g'), '2026-11-20T08:61:00.000Z']
  for (const [path, value] of Object.entries({ id, observedAt })) {
    const refused = await read(sent(1, { [path]: value })).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'validation_failed', fields: [{ path: `/${path}` }] })
  }
})

it('caches nothing if the bytes of id and time are ambiguous', async () => {
  const { read } = testReader()
  const twice = (minutes: number) => {
    const value = sent(minutes)
    return { ...value, customFields: { id: value.id, observedAt: value.observedAt } }
  }
  await read(from(twice(0)))
  expect(isRecognised(await read(from(twice(1))))).toBe(false)
})

it('caches no implausible time, and parses bodies of a wrong clock', async () => {
  const reader = testReader()
  const read = async (value: object, minutes: number) =>
    preparedOf(await reader.read({ ...from(value), now: at(minutes) }))
  const later = { software: [{ name: 'bash', installDate: at(5_000) }] }
  expect((await read(sent(0, later), 1)).head.truncated).toHaveLength(1)
  expect((await read(sent(1, later), 4_999)).head.truncated).toEqual([])
  expect((await read(sent(2, later), 5_000)).head.truncated).toEqual([])
  const wrong = await read(sent(6_000, later), 5_001)
  expect(wrong.head).toMatchObject({ observedAt: at(5_001), truncated: [expect.stringContaining('in the future')] })
})

it('corrects times of a wrong clock and caches none of them', async () => {
  const reader = testReader()
  const read = async (minutes: number, aheadMinutes: number) =>
    preparedOf(await reader.read({ ...from(sent(minutes)), aheadMs: aheadMinutes * 60_000 }))
  await read(0, 0)
  const behind = await read(10, -30)
  expect(behind.head).toMatchObject({
    observedAt: at(40),
    truncated: [`observedAt: ${at(10)} by a clock 30 minutes behind: taken as ${at(40)}`],
  })
  expect((await read(5_000, 4_500)).head.observedAt).toBe(at(500))
  const right = await read(20, 0)
  expect(right.head).toMatchObject({ observedAt: at(20), truncated: [] })
  expect([...right.sections.values()].some((section) => 'json' in section)).toBe(false)
})

it('compresses a new body in the thread', async () => {
  const packSections = createSectionPacker()
  const pack = async (reading: Reading) => (await packSections(reading)) as Reading
  const { sections } = await pack(await readBody(from(sent(0))))
  for (const [, section] of sections) {
    const { json, packed, base } = section as Section
    expect(zstdDecompressSync(packed ?? Buffer.alloc(0)).toString()).toBe(json)
    expect(base === undefined || base.packed).toBeTruthy()
  }
  const again = await pack(await readBody(from(sent(1))))
  expect(again.sections.some(([, section]) => 'packed' in section)).toBe(false)
})
