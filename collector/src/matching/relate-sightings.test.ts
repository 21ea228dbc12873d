import { expect, it } from 'vitest'
import { relateSightings } from './relate-sightings.ts'
import type { Sighting } from './sighting.ts'

/** Answers to pings at one card, each seen again after the last one had begun. */
const answersAtOneCard = (count: number): Sighting[] =>
  Array.from({ length: count }, (_, number) => {
    const name = `${String.fromCharCode(97 + (number % 26))}${String.fromCharCode(97 + Math.floor(number / 26))}-host`
    return {
      key: `${number}`,
      source: 'Service',
      depth: 'discovery',
      evidence: [
        { kind: 'mac', value: 'e8:48:b8:10:20:30', strength: 'medium' },
        { kind: 'ip', value: `10.0.58.${number + 1}`, strength: 'weak' },
        { kind: 'dns', value: `${name}.example.com`, strength: 'weak' },
      ],
      firstAt: new Date(number * 1_000).toISOString(),
      lastAt: new Date(1_000_000 + number * 1_000).toISOString(),
      deviceId: null,
      decided: false,
    }
  })

it.each([
  ['three names at one card are aliases of one host', 3, 'one'],
  ['sixty-four names at one card are of several hosts', 64, 'doubtful'],
  ['more names at one card are those that a router answers for', 65, 'one'],
])('%s', (_title, count, relation) => {
  const answers = answersAtOneCard(count)
  const [first, second] = answers
  if (!first || !second) throw new Error('there are at least two')
  expect(relateSightings(answers)(first, second)).toBe(relation)
})
