import { describe, expect, it } from 'vitest'
import { documentBounds, JsonScanner, scanJson } from './json-bounds.ts'

const bounds = { valuesMax: 20, containersMax: 6, membersMax: 4, itemsMax: 8, depthMax: 3 }
const scan = (text: string) => scanJson(Buffer.from(text), bounds)

describe('the bounds of a JSON text', () => {
  it.each([
    ['1', 1, 0],
    ['[]', 2, 1],
    ['{"a":1,"b":[1,2]}', 6, 2],
    ['["[,{", "\\"[,", "\\\\"]', 4, 1],
    ['[{"a":{}},{"b":"}"}]', 6, 4],
  ])('count %s', (text, valuesAtMost, containers) => {
    const counted = scan(text)
    expect(counted.containers).toBe(containers)
    expect(counted.values).toBeLessThanOrEqual(valuesAtMost)
  })

  it.each([
    ['values', '[[1,1,1,1,1],[1,1,1,1,1],[1,1,1,1,1],[1,1,1,1,1]]', 'more than 20 values'],
    ['objects and lists', '[{},{},{},{},{},{}]', 'more than 6 objects and lists'],
    ['fields of one object', '{"a":1,"a":1,"a":1,"a":1,"a":1}', 'an object with more than 4 fields'],
    ['items of one list', '[1,1,1,1,1,1,1,1,1]', 'a list of more than 8 items'],
    ['depth', '[[[[', 'more than 3 levels deep'],
  ])('refuse too many %s', (_, text, message) => {
    expect(() => scan(text)).toThrow(message)
    // The text may arrive in any pieces.
    const scanner = new JsonScanner(bounds)
    expect(() => {
      for (const byte of Buffer.from(text)) scanner.take(Uint8Array.of(byte))
    }).toThrow(message)
  })

  it('do not count the content of strings, in any chunks', () => {
    const text = JSON.stringify({ a: '[{,"\\'.repeat(100), b: ['\\', '"'] })
    expect(scan(text).containers).toBe(2)
    const scanner = new JsonScanner(bounds)
    for (const byte of Buffer.from(text)) scanner.take(Uint8Array.of(byte))
    expect(scanner.containers).toBe(2)
  })

  it('throw only refusals for arbitrary bytes', () => {
    let seed = 7
    const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31)
    const alphabet = '[]{},:"\\0a '
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from({ length: 40 }, () => alphabet[next() % alphabet.length]).join('')
      try {
        scan(text)
      } catch (error) {
        expect(error).toMatchObject({ name: 'DomainError' })
      }
    }
  })

  it('accept a snapshot with 100,000 packages', () => {
    const software = Array.from({ length: 100_000 }, (_, n) => ({
      name: `p${n}`,
      version: '1',
      publisher: 'x',
      source: 'dpkg',
    }))
    expect(scanJson(Buffer.from(JSON.stringify({ software })), documentBounds).containers).toBe(100_002)
  })
})
