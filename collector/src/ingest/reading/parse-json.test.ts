import { DomainError } from '@rollcall/shared/errors.ts'
import { describe, expect, it } from 'vitest'
import { parseRequestJson } from './parse-json.ts'

const parse = (text: string) => parseRequestJson(new TextEncoder().encode(text).buffer)

function refusal(bytes: ArrayBuffer | string) {
  try {
    typeof bytes === 'string' ? parse(bytes) : parseRequestJson(bytes)
    return undefined
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return [error.code, ...error.fields.map(({ path }) => path)]
  }
}

describe('strict JSON', () => {
  it.each([
    ['null'],
    ['"a \\" { [ , : } ] \\\\"'],
    ['[]'],
    ['[{"a":1},{"a":2}]'],
    ['{"a":{"a":{"a":"a"}},"b":["a","a"],"":""}'],
    ['{"a":"a","b":"a","A":1}'],
    ['{"a":"__proto__","constructor":1,"prototype":2}'],
    [' { "a" : [ 1 , -2.5e3 , true , { } ] } '],
    [`${'['.repeat(64)}${']'.repeat(64)}`],
  ])('accepts %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['{"a":1,"a":1}', '/a'],
    ['{"a":1,"\\u0061":2}', '/a'],
    ['[0,{"b":{"c":1,"d":[{}],"c":2}}]', '/1/b/c'],
    ['{"x/y~z":1,"x/y~z":2}', '/x~1y~0z'],
    ['{"a":{"b":1},"c":[1,{"a":1}],"a":2}', '/a'],
  ])('rejects %s for the duplicate name', (text, path) => {
    expect(refusal(text)).toEqual(['validation_failed', path])
  })

  it.each([
    ['{"__proto__":1}', '/__proto__'],
    [String.raw`[{"a":{"__pr\u006fto__":{}}}]`, '/0/a/__proto__'],
  ])('rejects %s for the name that would be lost', (text, path) => {
    expect(refusal(text)).toEqual(['validation_failed', path])
  })

  it('accepts the longest lists that the API schemas allow', () => {
    const segment = { addresses: Array.from({ length: 10_000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`) }
    const software = Array.from({ length: 8_000 }, (_, n) => ({ name: `p${n}`, version: '1', publisher: 'x' }))
    const device = { data: { software }, macAddresses: Array(4096).fill('00:1b:21:3c:9d:f8') }
    for (const body of [segment, device]) expect(parse(JSON.stringify(body))).toEqual(body)
  })

  it.each([
    ['items', `[${'0,'.repeat(20_000)}0]`],
    ['objects', `{"a":[${'{},'.repeat(10_000)}{}]}`],
    ['values', `[${`[${'0,'.repeat(9_999)}0],`.repeat(4)}0]`],
    ['fields', `{${Array.from({ length: 1_001 }, (_, n) => `"k${n}":0`)}}`],
  ])('rejects more %s than the limit', (_, text) => {
    expect(refusal(text)).toEqual(['payload_too_large'])
  })

  it('accepts long texts', () => {
    const texts = ['x'.repeat(1_000_000), '\\"'.repeat(300_000), '{"a":'.repeat(100_000)]
    for (const text of texts) expect(parse(JSON.stringify({ a: [text], b: text }))).toEqual({ a: [text], b: text })
  })

  it('rejects deep nesting, malformed JSON and invalid UTF-8', () => {
    const deep = 100_000
    expect(refusal(`${'['.repeat(65)}${']'.repeat(65)}`)).toEqual(['malformed_json'])
    expect(refusal(`["\\"]",${'['.repeat(64)}${']'.repeat(64)}]`)).toEqual(['malformed_json'])
    expect(refusal(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`)).toEqual(['malformed_json'])
    for (const text of ['', '{', '{"a":1,}', "{'a':1}", 'NaN', '{"a":1}{"a":1}']) {
      expect(refusal(text), text).toEqual(['malformed_json'])
    }
    expect(refusal(Uint8Array.from([0x22, 0xff, 0x22]).buffer)).toEqual(['malformed_json'])
    expect(refusal(Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22]).buffer)).toEqual(['malformed_json'])
  })
})
