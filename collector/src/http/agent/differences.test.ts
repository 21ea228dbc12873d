import { zstdCompressSync } from 'node:zlib'
import { newId } from '@rollcall/shared/ids.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { addressesHeader, dictionaryIdHeader } from '@rollcall/shared/messages/agent-protocol.ts'
import { hashOfAddresses } from '@rollcall/shared/node/collector-client.ts'
import { compressWith, digestOf, encodeDifference } from '@rollcall/shared/node/differences/dcz.ts'
import { newestDictionary } from '@rollcall/shared/node/differences/dictionary.ts'
import { differenceBetween } from '@rollcall/shared/node/differences/snapshot-difference.ts'
import { expect, it } from 'vitest'
import { agent as seen } from '../../ingest/testing/observations.ts'
import { packNext } from '../../snapshots/packing/pack.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testAgent } from '../testing/agent.ts'
import { testApp } from '../testing/app.ts'

const software = (version = '1.0', count = 900) =>
  Array.from({ length: count }, (_, index) => ({ name: `library-${index}`, version, publisher: `maker ${index % 7}` }))
const bytesOf = (observation: Observation) => Buffer.from(JSON.stringify(observation))

describeOnEitherEngine('a snapshot sent as a difference', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call } = test
    let minutes = 0
    const join = async (hostname: string) => {
      const agent = await testAgent(call, hostname)
      const observe = (rest: { software?: object[]; volumes?: object[] } = {}) => {
        const { volumes, ...others } = rest
        test.advance(60)
        const observed = seen(minutes++, { agentId: agent.agentId, hostname, software: software(), ...others } as never)
        const hardware = { ...observed.hardware, volumes: volumes ?? [{ mount: '/', sizeBytes: 100, freeBytes: 40 }] }
        return { ...observed, hardware } as Observation
      }
      const post = (body: Buffer, base?: string) =>
        agent.sendBody(body, {
          'Content-Encoding': 'dcz',
          ...(base === undefined ? {} : { [dictionaryIdHeader]: `"${base}"` }),
        })
      /** Sends a snapshot as its difference from another one. */
      const sendFrom = async (base: { id: string; observation: Observation }, observation: Observation) => {
        const { body, isUnchanged } = differenceBetween(bytesOf(base.observation), bytesOf(observation))
        const [status, answer] = await post(body, base.id)
        return { status, id: answer.snapshotId, answer, observation, bytes: body.length, isUnchanged }
      }
      const sendWhole = async (observation: Observation) => {
        const [status, answer] = await agent.send(observation)
        expect(status).toBe(201)
        return { id: answer.snapshotId, deviceId: answer.deviceId, observation }
      }
      return { ...agent, observe, post, sendFrom, sendWhole }
    }
    const rawOf = async (id: string) => (await call('GET', `/api/v1/snapshots/${id}/raw`)).text()
    const dataOf = async (id: string) =>
      ((await (await call('GET', `/api/v1/snapshots/${id}`)).json()) as { data: Observation }).data
    const pack = async () => {
      while ((await packNext(ctx)) > 0);
    }
    return { ...test, join, rawOf, dataOf, pack }
  }

  it('is stored as if it had come whole, with the same bytes as raw payload', async () => {
    const { join, rawOf, dataOf, pack } = await setUp()
    const pc = await join('pc-1')
    const first = await pc.sendWhole(pc.observe())
    const unchanged = await pc.sendFrom(first, pc.observe())
    expect([unchanged.status, unchanged.isUnchanged]).toEqual([201, true])
    expect(unchanged.bytes).toBeLessThan(250)
    // The second unchanged one differs from the same base.
    const again = await pc.sendFrom(first, pc.observe())
    const freed = await pc.sendFrom(first, pc.observe({ volumes: [{ mount: '/', sizeBytes: 100, freeBytes: 41 }] }))
    expect([freed.status, freed.isUnchanged]).toEqual([201, false])
    expect(freed.bytes).toBeLessThan(400)
    await pack()
    const upgraded = software()
    upgraded.splice(450, 1, { name: 'library-450', version: '2.0', publisher: 'maker 2' })
    const changed = await pc.sendFrom(freed, pc.observe({ software: upgraded }))
    expect(changed.bytes).toBeLessThan(400)
    await pack()
    for (const { status, id, observation } of [unchanged, again, freed, changed]) {
      expect(status).toBe(201)
      expect(await rawOf(id)).toBe(JSON.stringify(observation))
      expect((await dataOf(id)).software).toHaveLength(900)
    }
    expect((await dataOf(freed.id)).hardware?.volumes).toEqual([{ mount: '/', sizeBytes: 100, freeBytes: 41 }])
    expect((await dataOf(changed.id)).software).toEqual(expect.arrayContaining([upgraded[450]]))
  })

  it('is recognized as a duplicate when it is sent again after a lost answer', async () => {
    const { join } = await setUp()
    const pc = await join('pc-1')
    const first = await pc.sendWhole(pc.observe())
    for (const rest of [{}, { software: software('1.1') }]) {
      const observation = pc.observe(rest)
      const { id } = await pc.sendFrom(first, observation)
      expect(await pc.sendFrom(first, observation)).toMatchObject({ status: 200, id })
    }
  })

  it('is asked for whole once its base was deleted, and is stored then', async () => {
    const { call, join, dataOf } = await setUp()
    const pc = await join('pc-1')
    const first = await pc.sendWhole(pc.observe())
    await pc.sendFrom(first, pc.observe())
    expect((await call('DELETE', `/api/v1/snapshots/${first.id}`)).status).toBe(204)
    for (const rest of [{}, { software: software('1.1') }]) {
      const observation = pc.observe(rest)
      const refused = await pc.sendFrom(first, observation)
      expect([refused.status, refused.answer]).toEqual([
        415,
        expect.objectContaining({ code: 'unsupported_media_type', detail: expect.stringMatching(/send it whole/) }),
      ])
      expect((await dataOf((await pc.sendWhole(observation)).id)).software).toHaveLength(900)
    }
  })

  it('still has its base after the device was merged', async () => {
    const { call, join, dataOf } = await setUp()
    const [pc, other] = [await join('pc-1'), await join('pc-2')]
    const first = await pc.sendWhole(pc.observe())
    const { deviceId } = await other.sendWhole(other.observe())
    const merged = await call('POST', `/api/v1/devices/${deviceId}/merge`, { json: { otherId: first.deviceId } })
    expect(merged.status).toBe(200)
    for (const rest of [{}, { software: software('1.1') }]) {
      const next = await pc.sendFrom(first, pc.observe(rest))
      expect([next.status, next.answer.deviceId]).toEqual([201, deviceId])
      expect((await dataOf(next.id)).software).toHaveLength(900)
    }
  })

  it('creates a device again that was deleted, because its snapshots stay', async () => {
    const { call, join, dataOf } = await setUp()
    const pc = await join('pc-1')
    const first = await pc.sendWhole(pc.observe())
    expect((await call('DELETE', `/api/v1/devices/${first.deviceId}`)).status).toBe(204)
    const unchanged = await pc.sendFrom(first, pc.observe())
    expect([unchanged.status, unchanged.answer.deviceId === first.deviceId]).toEqual([201, false])
    expect((await dataOf(unchanged.id)).software).toHaveLength(900)
  })

  it('is read from the store by a collector that has just started', async () => {
    const { ctx, join, rawOf } = await setUp()
    const pc = await join('pc-1')
    const first = await pc.sendWhole(pc.observe())
    const { call } = await testApp(ctx.store)
    const restarted = { ...pc, ...(await testAgent(call, 'pc-1', pc)) }
    expect(restarted.agentId).toBe(pc.agentId)
    for (let hour = 0; hour < 3; hour++) {
      const observation = pc.observe()
      const { body } = differenceBetween(bytesOf(first.observation), bytesOf(observation))
      const headers = { 'Content-Encoding': 'dcz', [dictionaryIdHeader]: `"${first.id}"` }
      const [status, { snapshotId }] = await restarted.sendBody(body, headers)
      expect(status).toBe(201)
      expect(await rawOf(snapshotId)).toBe(JSON.stringify(observation))
    }
  })

  it('never uses a snapshot of another agent, and does not tell it from an unknown one', async () => {
    const { join } = await setUp()
    const [victim, thief] = [await join('pc-1'), await join('pc-2')]
    const secret = await victim.sendWhole(victim.observe())
    await thief.sendWhole(thief.observe())
    const refusals = []
    for (const [base, dictionary] of [
      [secret.id, bytesOf(secret.observation)],
      [newId(), bytesOf(secret.observation)],
      [secret.id, Buffer.from('a wrong guess')],
      ['not an id', bytesOf(secret.observation)],
      [undefined, bytesOf(secret.observation)],
    ] as const) {
      const frame = compressWith(dictionary, bytesOf(thief.observe()))
      const [status, { requestId: _, ...answer }] = await thief.post(
        encodeDifference({ digest: digestOf(dictionary), frame }),
        base,
      )
      refusals.push({ status, ...answer })
    }
    expect(refusals[0]).toMatchObject({ status: 415 })
    expect(new Set(refusals.map((each) => JSON.stringify(each))).size).toBe(1)
  })

  it.each<[string, (base: Buffer) => Buffer, number]>([
    ['without content', () => Buffer.alloc(0), 400],
    [
      'with half a header',
      (base) => encodeDifference({ digest: digestOf(base), frame: Buffer.alloc(0) }).subarray(0, 20),
      400,
    ],
    ['that is plain Zstandard', () => zstdCompressSync('{}'), 400],
    ['with an empty frame', (base) => encodeDifference({ digest: digestOf(base), frame: Buffer.alloc(0) }), 400],
    [
      'with a frame that is cut',
      (base) => differenceBetween(base, Buffer.concat([base, base])).body.subarray(0, -2),
      400,
    ],
    [
      'of another dictionary',
      () => encodeDifference({ digest: digestOf(Buffer.from('x')), frame: zstdCompressSync('{}') }),
      415,
    ],
    [
      'that repeats its base a thousand times',
      (base) =>
        encodeDifference({ digest: digestOf(base), frame: compressWith(base, Buffer.concat(Array(1_000).fill(base))) }),
      413,
    ],
    [
      'that names an id that is none',
      (base) => {
        const { id } = JSON.parse(base.toString()) as Observation
        return differenceBetween(base, Buffer.from(base.toString().replace(id, `${'z'.repeat(36)}`))).body
      },
      400,
    ],
    [
      'that names a time that is none',
      (base) => {
        const { observedAt } = JSON.parse(base.toString()) as Observation
        return differenceBetween(base, Buffer.from(base.toString().replace(observedAt, observedAt.replace(/./g, '9'))))
          .body
      },
      400,
    ],
    [
      'of another agent’s observation',
      (base) => {
        const { identity } = JSON.parse(base.toString()) as Observation
        return differenceBetween(base, Buffer.from(base.toString().replaceAll(identity.agentId ?? '', newId()))).body
      },
      400,
    ],
  ])('is refused %s', async (_, make, expected) => {
    const { join } = await setUp()
    const pc = await join('pc-1')
    const first = await pc.sendWhole(pc.observe())
    const [status] = await pc.post(make(bytesOf(first.observation)), first.id)
    expect(status).toBe(expected)
    expect((await pc.sendFrom(first, pc.observe())).status).toBe(201)
  })

  it('is asked for whole if its base is too large to be unpacked for it, but not if it is unchanged', async () => {
    const { join, dataOf } = await setUp()
    const pc = await join('pc-1')
    // Few packages with long texts: 40,000 short ones take half a minute on a busy machine.
    const many = software('1.0', 6_000).map((each) => ({ ...each, publisher: 'x'.repeat(500) }))
    const first = await pc.sendWhole(pc.observe({ software: many }))
    const changed = pc.observe({ software: many, volumes: [] })
    expect((await pc.sendFrom(first, changed)).status).toBe(415)
    const unchanged = await pc.sendFrom(first, pc.observe({ software: many }))
    expect([unchanged.status, unchanged.bytes < 1_000]).toEqual([201, true])
    expect((await dataOf(unchanged.id)).software).toHaveLength(6_000)
  })

  it('may use the dictionary of the product', async () => {
    const { join, rawOf } = await setUp()
    const pc = await join('pc-1')
    const { digest, bytes } = await newestDictionary()
    const observation = pc.observe()
    const [status, { snapshotId }] = await pc.post(
      encodeDifference({ digest, frame: compressWith(bytes, bytesOf(observation)) }),
    )
    expect(status).toBe(201)
    expect(await rawOf(snapshotId)).toBe(JSON.stringify(observation))
  })

  it('gets an answer with the addresses of the collector only if the agent has others', async () => {
    const { join } = await setUp()
    const pc = await join('pc-1')
    const [, whole] = await pc.send(pc.observe())
    expect(whole).toHaveProperty('collectorUrls', [])
    const [, short] = await pc.send(pc.observe(), { [addressesHeader]: hashOfAddresses([]) })
    expect(short).not.toHaveProperty('collectorUrls')
    const [, other] = await pc.send(pc.observe(), { [addressesHeader]: hashOfAddresses(['https://old.example']) })
    expect(other).toHaveProperty('collectorUrls', [])
  })
})
