import fc from 'fast-check'
import { isLongForm } from '../../harness/long-form.ts'

const factor = isLongForm ? 30 : 1

/** Runs of each property. The seed is fixed, so a failure comes again. */
export const fuzzed = (runs: number): fc.Parameters<unknown> => ({ seed: 20_261_122, numRuns: runs * factor })

/** A guard against a run that hangs; each takes a fraction of it. */
export const fuzzGuard = { timeout: 120_000 * factor }

/** A sample with up to eight changes: bytes replaced, cut out, repeated or inserted. */
export function mutatedBytes(samples: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const edit = fc.record({
    kind: fc.constantFrom('replace' as const, 'cut' as const, 'repeat' as const, 'insert' as const, 'end' as const),
    at: fc.nat(),
    length: fc.oneof(fc.nat(4), fc.nat(64), fc.constant(4096)),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 16 }),
      fc.constantFrom(
        Uint8Array.of(0),
        Uint8Array.of(0xff),
        Uint8Array.of(0x7f, 0xff, 0xff, 0xff),
        Uint8Array.of(0xc0, 0x0c),
      ),
    ),
  })
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 8 }))
    .map(([sample, edits]) => edits.reduce<Buffer>(applyEdit, sample))
}

type Edit = { kind: 'replace' | 'cut' | 'repeat' | 'insert' | 'end'; at: number; length: number; bytes: Uint8Array }

function applyEdit(content: Buffer, { kind, at, length, bytes }: Edit): Buffer {
  const start = content.length === 0 ? 0 : at % content.length
  const [head, tail] = [content.subarray(0, start), content.subarray(start)]
  switch (kind) {
    case 'replace':
      return Buffer.concat([head, bytes, tail.subarray(bytes.length)])
    case 'cut':
      return Buffer.concat([head, tail.subarray(length)])
    case 'repeat':
      return Buffer.concat([head, tail.subarray(0, length), tail])
    case 'insert':
      return Buffer.concat([head, bytes, tail])
    case 'end':
      return head
  }
}

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202egnp.exe',
  'a\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  '../../../../etc/passwd',
  "'; DROP TABLE devices; --",
  '=HYPERLINK("http://127.0.0.1")',
  '<img src=x onerror=alert(1)>',
  'http://169.254.169.254/latest/meta-data/',
  '2026-02-30T25:61:61Z',
  '-1-1-1-1',
  '0.0.0.0/0',
  '::/0',
  '* * * * * *',
  'x'.repeat(70_000),
  '💥'.repeat(2_000),
]

/** A value that no field has in mind. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308),
  fc.constant(Array.from({ length: 5_000 }, () => ({}))),
  fc.constant(nested(40)),
  fc.jsonValue({ maxDepth: 3 }),
)

function nested(depth: number): unknown {
  return depth === 0 ? [] : { a: [nested(depth - 1)] }
}

type JsonEdit = { at: number; change: 'replace' | 'remove' | 'repeat' | 'rename'; value: unknown }

/** A JSON value with up to three of its parts replaced, removed, repeated or renamed. */
export function mutatedJson(sample: unknown): fc.Arbitrary<unknown> {
  const edit: fc.Arbitrary<JsonEdit> = fc.record({
    at: fc.nat(),
    change: fc.constantFrom(
      'replace' as const,
      'replace' as const,
      'remove' as const,
      'repeat' as const,
      'rename' as const,
    ),
    value: hostileValue,
  })
  return fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => edits.reduce(applyJsonEdit, sample))
}

function applyJsonEdit(content: unknown, { at, change, value }: JsonEdit): unknown {
  const copy: { root: unknown } = { root: structuredClone(content) }
  const places = [...placesOf(copy)]
  const place = places[at % places.length]
  if (place === undefined) return value
  const [holder, key] = place
  if (change === 'replace') holder[key] = value
  else if (change === 'remove') delete holder[key]
  else if (change === 'repeat') holder[key] = Array.from({ length: 200 }, () => holder[key])
  else {
    holder[typeof value === 'string' ? value.slice(0, 100) : 'unknownField'] = holder[key]
    delete holder[key]
  }
  return copy.root
}

type Holder = Record<string, unknown>

/** Every place of a value within a value: what holds it, and by which key. */
function* placesOf(value: unknown): Generator<[Holder, string]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value)) {
    yield [value as Holder, key]
    yield* placesOf(each)
  }
}
