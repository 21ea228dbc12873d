import { gzipSync } from 'node:zlib'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it, vi } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { joinAgent } from '../../enrollment/agents/join-agent.ts'
import { createJoinToken } from '../../enrollment/join-tokens/create-join-token.ts'
import { dumpOf } from '../../store/testing/dump.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { type TestCall, testApp } from '../testing/app.ts'
import { badInputApp, leavesOf, type Operation, pointerOf, withLeaf } from '../testing/bad-input.ts'

// Thousands of calls each.
vi.setConfig({ testTimeout: 300_000 })

const json = { 'Content-Type': 'application/json' }

/** Operation whose body contains data of a device, which is cleaned rather than refused. */
const isLenient = ({ path }: Operation) => path === '/api/v1/imports'
/** Operation whose body may have 64 MiB. */
const isLarge = ({ path }: Operation) => ['/api/v1/snapshots', '/api/v1/imports'].includes(path)

/** Field that accepts numbers as well as text. */
const isFree = (pointer: string) =>
  /^(\/action\/fields)?\/customFields\//.test(pointer) || pointer === '/filter/0/value'

/**
 * Text that is not a name: secrets, keys, values of custom fields, MAC addresses in any notation, and device data,
 * which is cleaned.
 */
const isFreeText = (pointer: string) =>
  isFree(pointer) ||
  pointer.startsWith('/data/') ||
  /\/(macAddresses\/\d+|sightingKeys\/\d+|community|password|clientSecret|secretAccessKey)$/.test(pointer)

const deep = 100_000
const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024))
const large = JSON.stringify({ name: 'x'.repeat(10 * 1024 * 1024) })

describeOnEitherEngine('an invalid body', ({ open }) => {
  it('with an invalid field is refused with the name of the field', async () => {
    const { withBody, refused, unchanged } = await badInputApp(await open(), dumpOf)
    for (const operation of withBody.filter((each) => !isLenient(each))) {
      for (const { path, value } of leavesOf(operation.body)) {
        const pointer = pointerOf(path)
        const numbers = isFree(pointer) ? [] : [Number.MAX_VALUE, -1.5]
        const others = typeof value === 'string' ? numbers : [...numbers, 'x'.repeat(70_000)]
        for (const bad of ['a\u0000b', '\ud800', '\udfff lone', ...others, { deeper: true }, [[]]]) {
          const body = withLeaf(operation.body, path, bad)
          const what = `${pointer} ${JSON.stringify(bad).slice(0, 30)}`
          const { paths, status, where } = await refused(operation, { json: body }, { what })
          expect([status, paths.some((each) => each.startsWith(pointer) || pointer.startsWith(each))], where).toEqual([
            400,
            true,
          ])
        }
      }
    }
    await unchanged()
  })

  it('with hidden characters in a name is refused with the name of the field', async () => {
    const { withBody, refused, unchanged } = await badInputApp(await open(), dumpOf)
    // Another test covers the schema of names with all of them; here they take turns.
    const characters = ['\n', '\t', '\u001b', '\u2028', '\u202e', '\u2066', '\u200f', '\u061c', '\u200b']
    let fields = 0
    for (const operation of withBody.filter((each) => !isLenient(each))) {
      for (const { path, value } of leavesOf(operation.body)) {
        const pointer = pointerOf(path)
        if (typeof value !== 'string' || isFreeText(pointer)) continue
        const hidden = characters[fields % characters.length]
        fields += 1
        const body = withLeaf(operation.body, path, `${value.slice(0, 1)}${hidden}${value.slice(1)}`)
        const what = `${pointer} ${JSON.stringify(hidden)}`
        const { paths, status, where } = await refused(operation, { json: body }, { what })
        expect([status, paths.some((each) => pointer.startsWith(each))], where).toEqual([400, true])
      }
    }
    expect(fields).toBeGreaterThan(characters.length)
    await unchanged()
  })

  it(
    'with an unknown field is refused with the name of the field',
    proves('general.problem', 'errors.400'),
    async () => {
      const { withBody, refused, unchanged } = await badInputApp(await open(), dumpOf)
      for (const operation of withBody.filter((each) => !isLenient(each))) {
        const example = JSON.stringify(operation.body)
        for (const name of ['noSuchField', '__proto__', 'constructor', 'toString']) {
          const body = example.replace('{', `{${JSON.stringify(name)}:{"x":1},`)
          const { paths, where } = await refused(operation, { headers: json, body }, { what: name })
          expect(paths, where).toContain(`/${name}`)
        }
        const [first = ''] = Object.keys(operation.body as object)
        const twice = example.replace('{', `{${JSON.stringify(first)}:1,`)
        const { paths, where } = await refused(operation, { headers: json, body: twice }, { what: 'twice' })
        expect(paths, where).toEqual([`/${first}`])
      }
      await unchanged()
    },
  )

  it('of another type or size is refused', proves('general.413', 'general.415', 'general.malformedJson'), async () => {
    const { withBody, refused, unchanged } = await badInputApp(await open(), dumpOf)
    for (const operation of withBody) {
      const text = JSON.stringify(operation.body)
      const bodies: [what: string, sent: TestCall, statuses: number[]][] = [
        ['array', { json: [] }, [400]],
        ['text', { json: 'text' }, [400]],
        ['null', { json: null }, [400]],
        ['number', { headers: json, body: '1e999' }, [400]],
        ['half', { headers: json, body: text.slice(0, -1) }, [400]],
        ['deep', { headers: json, body: '['.repeat(deep) + ']'.repeat(deep) }, [400]],
        [
          'deep field',
          { headers: json, body: text.replace(/:[^,}]+/, `:${'['.repeat(deep)}${']'.repeat(deep)}`) },
          [400],
        ],
        ['no UTF-8', { headers: json, body: Uint8Array.from([0x7b, 0xff, 0x7d]) }, [400]],
        ['plain text', { headers: { 'Content-Type': 'text/plain' }, body: text }, [415]],
        ['XML', { headers: { 'Content-Type': 'application/xml' }, body: '<a/>' }, [415]],
        ['odd type', { headers: { 'Content-Type': ';;' }, body: text }, [415]],
        [
          'no JSON in gzip',
          { headers: { ...json, 'Content-Encoding': 'gzip' }, body: gzipSync('{'.repeat(9)) },
          [400, 415],
        ],
        ['bomb', { headers: { ...json, 'Content-Encoding': 'gzip' }, body: bomb }, [413, 415]],
        ['brotli', { headers: { ...json, 'Content-Encoding': 'br' }, body: text }, [415]],
      ]
      for (const [what, sent, statuses] of bodies) {
        const { status, where } = await refused(operation, sent, { what })
        expect(statuses, where).toContain(status)
      }
      if (isLarge(operation)) continue
      const { status, where } = await refused(operation, { headers: json, body: large }, { what: 'large' })
      expect(status, where).toBe(413)
    }
    await unchanged()
  })

  it('of an agent is cleaned in device data, and refused elsewhere', async () => {
    const { call, ctx } = await testApp(await open())
    const { secret } = await createJoinToken(ctx, { for: 'agent', uses: 1, ttlSeconds: 3600 })
    const { token, agentId } = await joinAgent(ctx, { secret, hostname: 'pc-1', version: '0.1.0' })
    const post = async (fields: string) => {
      const identity = { schemaVersion: 1, id: newId(), type: 'computer', source: 'Agent', identity: { agentId } }
      const known = JSON.stringify({ ...identity, depth: 'audit', observedAt: '2026-11-20T08:00:00Z' })
      const body = known.replace('{', `{${fields},`)
      return call('POST', '/api/agent/snapshots', { token, headers: json, body })
    }
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    const odd = String.raw`"pc\u0000\ud800\u0007 1"`
    expect((await post(`"name":${odd},"software":[{"name":${odd},"version":${odd}}]`)).status).toBe(201)
    expect((await post(`"name":"pc-1","software":${nested(deep)}`)).status).toBe(400)
    expect((await post(`"name":${odd},"somethingNew":${nested(64)}`)).status).toBe(400)
    expect((await post(`"name":${odd},"somethingNew":${nested(63)}`)).status).toBe(201)
    const { items } = (await (await call('GET', '/api/v1/devices')).json()) as { items: { name: string }[] }
    expect(items.map(({ name }) => name)).toEqual([expect.stringMatching(/^pc\P{C}+1$/u)])
  })
})
