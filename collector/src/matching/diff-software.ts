import type { Software } from '@rollcall/shared/inventory/software.ts'
import { architectureOf, groupNameOf } from '@rollcall/shared/inventory/software-name.ts'
import { compareVersions } from '@rollcall/shared/inventory/version-order.ts'

/** What is compared of an installed product, and what tells who made it. */
type Installed = Pick<Software, 'name' | 'version' | 'architecture' | 'source' | 'publisher'>

/** `from` and `to` are versions; null where the product was not there. */
export type SoftwareChange = {
  verb: 'Added' | 'Modified' | 'Deleted'
  /** As it is reported; where that changed with the version, what both have in common. */
  name: string
  from: string | null
  to: string | null
  /** As it is reported; what was removed, as it was. */
  item: Installed
  /** What an upgrade took the place of. */
  replaced?: Installed
}

/**
 * What was installed, upgraded and removed. Where versions of a product went and others came, the newest of each are one
 * upgrade, also where the version is in the name or the architecture is written otherwise. Several versions side by side,
 * such as kernels, are each their own. What is only spelled otherwise is no change.
 */
export function diffSoftware(before: readonly Installed[], after: readonly Installed[]): SoftwareChange[] {
  const [old, now] = withoutEnds(before, after)
  const gone = Map.groupBy(onlyIn(old, now, after).map(candidateOf), ({ key }) => key)
  const come = Map.groupBy(onlyIn(now, old, before).map(candidateOf), ({ key }) => key)
  const keys = [...new Set([...gone.keys(), ...come.keys()])].sort()
  return keys.flatMap((key) => changesOf(gone.get(key) ?? [], come.get(key) ?? []))
}

type Candidate = {
  item: Installed
  /** Of the products that can be one. */
  key: string
  name: string
  version: string
  architecture: string
}

const isSame = (a: Installed, b: Installed): boolean =>
  a.name === b.name && a.version === b.version && (a.architecture ?? '') === (b.architecture ?? '')

/** Lists come in one order: mostly nearly all is alike at both ends, which is seen at a tenth of the cost. */
export function withoutEnds<I extends Installed>(before: readonly I[], after: readonly I[]): [I[], I[]] {
  const alike = (one: Installed | undefined, other: Installed | undefined) => one && other && isSame(one, other)
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (alike(before[start], after[start])) start += 1
  let end = 0
  while (end < shorter - start && alike(before[before.length - 1 - end], after[after.length - 1 - end])) end += 1
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)]
}

/** What is listed twice is there once. */
const byKey = (list: readonly Installed[]): Map<string, Installed> =>
  new Map(list.map((item) => [`${item.name}\n${item.version}\n${item.architecture ?? ''}`, item]))

/** So many are looked for one by one. */
const fewMax = 16

/** Those that are neither among the others nor at one of the ends that are alike. */
function onlyIn(items: readonly Installed[], others: readonly Installed[], all: readonly Installed[]): Installed[] {
  const there = byKey(others)
  const left = [...byKey(items)].filter(([key]) => !there.has(key))
  if (left.length <= fewMax) return left.flatMap(([, item]) => (all.some((other) => isSame(item, other)) ? [] : [item]))
  const anywhere = others.length === all.length ? there : byKey(all)
  return left.flatMap(([key, item]) => (anywhere.has(key) ? [] : [item]))
}

/** Only of what is not on both sides the name is looked into. */
function candidateOf(item: Installed): Candidate {
  const { name, version = '', architecture = '' } = groupNameOf(item)
  return {
    item,
    key: name.toLowerCase(),
    name,
    version: item.version || version,
    architecture: architectureOf(item.architecture) || architecture,
  }
}

function changesOf(gone: readonly Candidate[], come: readonly Candidate[]): SoftwareChange[] {
  const [was, is] = [gone[0], come[0]]
  // Nearly always it is one, or none, on each side.
  if (gone.length === 1 && come.length === 1 && was && is && mayBeOne(was, is)) {
    return isRespelled(was, is) ? [] : changeOf(was, is)
  }
  const left = { gone: gone.toSorted(newestFirst), come: come.toSorted(newestFirst) }
  takePairs(left, ({ item, version }) => `${item.name.toLowerCase()}\n${version}`)
  const upgraded = [...takePairs(left, ({ item }) => item.name), ...takePairs(left, () => '')]
  return [
    ...upgraded.flatMap(([before, after]) => changeOf(before, after)),
    ...left.gone.map(removed),
    ...left.come.map(added),
  ]
}

const isUntold = ({ architecture }: Candidate) => architecture === ''

/** Of the same architecture, or of one that is not told and so may be any. */
const mayBeOne = (was: Candidate, is: Candidate) =>
  was.architecture === is.architecture || isUntold(was) || isUntold(is)

const isRespelled = (was: Candidate, is: Candidate) =>
  was.version === is.version && was.item.name.toLowerCase() === is.item.name.toLowerCase()

type Left = { gone: Candidate[]; come: Candidate[] }
type Pair = [was: Candidate, is: Candidate]

/** Takes from both sides what has the same key and may be one. */
function takePairs(left: Left, keyOf: (candidate: Candidate) => string): Pair[] {
  return [
    ...takeSame(left, (candidate) => `${candidate.architecture}\n${keyOf(candidate)}`),
    ...takeSame(left, (candidate, side) => (side === 'gone' || isUntold(candidate) ? keyOf(candidate) : undefined)),
    ...takeSame(left, (candidate, side) => (side === 'come' || isUntold(candidate) ? keyOf(candidate) : undefined)),
  ]
}

/** The newest with the newest of the same key; without a key it stays. */
function takeSame(left: Left, keyOf: (candidate: Candidate, side: keyof Left) => string | undefined): Pair[] {
  if (left.gone.length === 0 || left.come.length === 0) return []
  // From behind, as `pop` costs the same for any number.
  const come = Map.groupBy(left.come.toReversed(), (candidate) => keyOf(candidate, 'come'))
  const pairs: Pair[] = []
  for (const was of left.gone) {
    const key = keyOf(was, 'gone')
    const is = key === undefined ? undefined : come.get(key)?.pop()
    if (is) pairs.push([was, is])
  }
  const taken = new Set(pairs.flat())
  left.gone = left.gone.filter((candidate) => !taken.has(candidate))
  left.come = left.come.filter((candidate) => !taken.has(candidate))
  return pairs
}

const newestFirst = (a: Candidate, b: Candidate): number =>
  compareVersions(b.version, a.version, a.item.source) ||
  compareText(b.version, a.version) ||
  compareText(a.item.name, b.item.name)

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** An upgrade, unless it is the same version of another product of the group, such as in another language. */
function changeOf(was: Candidate, is: Candidate): SoftwareChange[] {
  if (was.version === is.version) return [removed(was), added(is)]
  const name = was.item.name === is.item.name ? is.item.name : is.name
  return [{ verb: 'Modified', name, from: was.version, to: is.version, item: is.item, replaced: was.item }]
}

const added = ({ item, version }: Candidate): SoftwareChange => ({
  verb: 'Added',
  name: item.name,
  from: null,
  to: version,
  item,
})

const removed = ({ item, version }: Candidate): SoftwareChange => ({
  verb: 'Deleted',
  name: item.name,
  from: version,
  to: null,
  item,
})
