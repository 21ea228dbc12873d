import type { Software } from '@rollcall/shared/inventory/software.ts'
import { architectureOf, groupNameOf } from '@rollcall/shared/inventory/software-name.ts'
import { compareVersions } from '@rollcall/shared/inventory/version-order.ts'
import { compareText } from './diff-parts.ts'

/** Fields of an installed product that are compared or that identify its publisher. */
type Installed = Pick<Software, 'name' | 'version' | 'architecture' | 'source' | 'publisher'>

/** `from` and `to` are versions; null if the product was absent. */
export type SoftwareChange = {
  verb: 'Added' | 'Modified' | 'Deleted'
  /** Name as reported. If it changed with the version, the common part. */
  name: string
  from: string | null
  to: string | null
  /** The product as reported; a removed one as it was. */
  item: Installed
  /** The product that an upgrade replaced. */
  replaced?: Installed
}

/**
 * Software that was installed, upgraded or removed. If versions of a product went and others came, the newest of each
 * are one upgrade, even with the version in the name or another spelling of the architecture. Several versions side by
 * side, such as kernels, are separate. A different spelling alone is no change.
 */
export function diffSoftware(before: readonly Installed[], after: readonly Installed[]): SoftwareChange[] {
  const [old, now] = differingItems(before, after)
  const gone = Map.groupBy(onlyIn(old, now, after).map(candidateOf), ({ key }) => key)
  const come = Map.groupBy(onlyIn(now, old, before).map(candidateOf), ({ key }) => key)
  const keys = [...new Set([...gone.keys(), ...come.keys()])].sort()
  return keys.flatMap((key) => changesOf(gone.get(key) ?? [], come.get(key) ?? []))
}

type Candidate = {
  item: Installed
  /** Key shared by products that can be one. */
  key: string
  name: string
  version: string
  architecture: string
}

const isSame = (a: Installed, b: Installed): boolean =>
  a.name === b.name && a.version === b.version && (a.architecture ?? '') === (b.architecture ?? '')

/**
 * Items of two lists without those that are equal in both. Lists have one order (`inOrder`), so they are walked through
 * side by side, which costs a tenth of comparing them by key. With another order, more items are left.
 */
export function differingItems<I extends Installed>(
  before: readonly I[],
  after: readonly I[],
  areEqual: (one: I, other: I) => boolean = isSame,
): [gone: I[], come: I[]] {
  const gone: I[] = []
  const come: I[] = []
  let next = 0
  for (const item of before) {
    let other = after[next]
    for (; other && isBefore(other, item); other = after[++next]) come.push(other)
    if (other && areEqual(item, other)) next += 1
    else gone.push(item)
  }
  for (const item of after.slice(next)) come.push(item)
  return [gone, come]
}

/** The order of `inOrder`. */
function isBefore(one: Installed, other: Installed): boolean {
  if (one.name !== other.name) return one.name < other.name
  const [left = '', right = ''] = [one.architecture, other.architecture]
  return left === right ? one.version < other.version : left < right
}

/** Products by key: one listed twice counts once. */
const byKey = (list: readonly Installed[]): Map<string, Installed> =>
  new Map(list.map((item) => [`${item.name}\n${item.version}\n${item.architecture ?? ''}`, item]))

/** Up to this many are searched one by one. */
const fewMax = 16

/** Items that are neither among the others nor anywhere else in their list. */
function onlyIn(items: readonly Installed[], others: readonly Installed[], all: readonly Installed[]): Installed[] {
  const there = byKey(others)
  const left = [...byKey(items)].filter(([key]) => !there.has(key))
  if (left.length <= fewMax) return left.flatMap(([, item]) => (all.some((other) => isSame(item, other)) ? [] : [item]))
  const anywhere = others.length === all.length ? there : byKey(all)
  return left.flatMap(([key, item]) => (anywhere.has(key) ? [] : [item]))
}

/** Parses the name, only for products that are not on both sides. */
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
  // Nearly always each side has one product or none.
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

const isUnreported = ({ architecture }: Candidate) => architecture === ''

/** Reports whether architectures match. An unreported one may be any. */
const mayBeOne = (was: Candidate, is: Candidate) =>
  was.architecture === is.architecture || isUnreported(was) || isUnreported(is)

const isRespelled = (was: Candidate, is: Candidate) =>
  was.version === is.version && was.item.name.toLowerCase() === is.item.name.toLowerCase()

type Left = { gone: Candidate[]; come: Candidate[] }
type Pair = [was: Candidate, is: Candidate]

/** Takes items from both sides that have one key and may be one product. */
function takePairs(left: Left, keyOf: (candidate: Candidate) => string): Pair[] {
  return [
    ...takeSame(left, (candidate) => `${candidate.architecture}\n${keyOf(candidate)}`),
    ...takeSame(left, (candidate, side) => (side === 'gone' || isUnreported(candidate) ? keyOf(candidate) : undefined)),
    ...takeSame(left, (candidate, side) => (side === 'come' || isUnreported(candidate) ? keyOf(candidate) : undefined)),
  ]
}

/** Pairs the newest with the newest of the same key. Items without a key stay. */
function takeSame(left: Left, keyOf: (candidate: Candidate, side: keyof Left) => string | undefined): Pair[] {
  if (left.gone.length === 0 || left.come.length === 0) return []
  // From the end, since `pop` costs the same for any length.
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
