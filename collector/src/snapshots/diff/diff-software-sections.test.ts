import { setImmediate } from 'node:timers/promises'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import { expect, it } from 'vitest'
import { diffSoftware } from '../../matching/diff-software.ts'
import { canonicalJson } from '../sections/sections.ts'
import { diffSoftwareSections } from './diff-software-sections.ts'

const sectionOf = (json: string, isCurrent = true) => ({ json: Buffer.from(json), isCurrent })
const diffOf = (before: readonly Software[], after: readonly Software[]) =>
  diffSoftwareSections(sectionOf(canonicalJson(before)), sectionOf(canonicalJson(after)))

/** Numbers from 0 to below `n` that are the same at each run. */
function random(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state >> 8) % n
  }
}

/** Few names, so that products repeat in several versions and from several publishers. */
function listOf(below: (n: number) => number, length: number, names: number): Software[] {
  return Array.from({ length }, () => {
    const name = below(3) === 0 ? `Tool ${below(names)} 1.${below(3)} (x64)` : `tool-${below(names)}`
    return {
      name,
      version: `1.${below(3)}`,
      ...(below(2) === 0 && { architecture: below(2) === 0 ? 'amd64' : 'x86_64' }),
      ...(below(2) === 0 && { publisher: `maker ${below(2)}` }),
    }
  })
}

it.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'equals the difference of both whole lists: %i',
  async (seed) => {
    const below = random(seed)
    const [before, after] = [listOf(below, below(60), 12), listOf(below, below(60), 12)]
    const both = listOf(below, 30, 12)
    expect(await diffOf([...before, ...both], [...both, ...after])).toEqual(
      diffSoftware([...before, ...both], [...both, ...after]),
    )
  },
)

it('equals it for very long lists, and lets others run meanwhile', async () => {
  const below = random(7)
  const [before, after] = [listOf(below, 30_000, 9_000), listOf(below, 30_000, 9_000)]
  let turns = 0
  let isDone = false
  const others = (async () => {
    for (; !isDone; turns++) await setImmediate()
  })()
  const changes = await diffOf(before, after)
  isDone = true
  await others
  expect(changes).toEqual(diffSoftware(before, after))
  expect(turns).toBeGreaterThan(20)
})

it('includes fields that an earlier schema omitted', async () => {
  const before = sectionOf('[{"name":"bash"},{"name":"vim"}]', false)
  const after = sectionOf('[{"name":"bash","version":""},{"name":"vim","version":"9"}]')
  expect(await diffSoftwareSections(before, after)).toEqual(
    diffSoftware([{ name: 'vim', version: '' }], [{ name: 'vim', version: '9' }]),
  )
})
