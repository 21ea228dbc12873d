import { setImmediate } from 'node:timers/promises'
import { type Software, softwareSchema } from '@rollcall/shared/inventory/software.ts'
import { groupNameOf } from '@rollcall/shared/inventory/software-name.ts'
import { diffSoftware, type SoftwareChange } from '../reconciliation/diff-software.ts'
import { fieldText, itemTexts } from './canonical-list.ts'
import type { SectionText } from './stored-sections.ts'

/** Looked at before others have a turn: some milliseconds. */
const itemsPerTurn = 4_000

/**
 * What `diffSoftware` gives of two sections. What both have alike is not even parsed, and however much there is, others
 * have turns meanwhile.
 */
export async function diffSoftwareSections(before: SectionText, after: SectionText): Promise<SoftwareChange[]> {
  const [old, now] = [itemTexts(before.json), itemTexts(after.json)]
  const names = await namesOfOthers(old, now)
  const [gone, come] = [await parsed(old, names, before.isCurrent), await parsed(now, names, after.isCurrent)]
  return gone.length + come.length <= itemsPerTurn ? diffSoftware(gone, come) : diffMany(gone, come)
}

/**
 * The names of all that is not alike in both. What has one of them is compared: the same product may be listed twice, with
 * another publisher. Both are in the order of their names, so that a look at the next of each tells; where they are not,
 * what is alike is compared too.
 */
async function namesOfOthers(old: readonly string[], now: readonly string[]): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  let [before, after] = [0, 0]
  for (let turn = 1; before < old.length && after < now.length; turn++) {
    if (turn % itemsPerTurn === 0) await setImmediate()
    const [was = '', is = ''] = [old[before], now[after]]
    const isAlike = was === is
    const [wasNamed, isNamed] = isAlike ? ['', ''] : [fieldText(was, 'name'), fieldText(is, 'name')]
    if (!isAlike) names.add(wasNamed < isNamed ? wasNamed : isNamed)
    if (wasNamed <= isNamed) before += 1
    if (isNamed <= wasNamed) after += 1
  }
  await inTurns([...old.slice(before), ...now.slice(after)], (item) => names.add(fieldText(item, 'name')))
  return names
}

async function parsed(items: readonly string[], names: ReadonlySet<string>, isCurrent: boolean): Promise<Software[]> {
  const found: Software[] = []
  await inTurns(items, (text) => {
    if (!names.has(fieldText(text, 'name'))) return
    const item: unknown = JSON.parse(`{${text}}`)
    found.push(isCurrent ? (item as Software) : softwareSchema.parse(item))
  })
  return found
}

/** The same as of all together: what can be an upgrade of one another has one name, which is their order too. */
async function diffMany(before: readonly Software[], after: readonly Software[]): Promise<SoftwareChange[]> {
  const products = new Map<string, { gone: Software[]; come: Software[] }>()
  const addTo = (side: 'gone' | 'come') => (item: Software) => {
    const name = groupNameOf(item).name.toLowerCase()
    const product = products.get(name) ?? { gone: [], come: [] }
    product[side].push(item)
    products.set(name, product)
  }
  await inTurns(before, addTo('gone'))
  await inTurns(after, addTo('come'))
  const ordered = [...products].sort(([a], [b]) => (a < b ? -1 : 1))
  const changes: SoftwareChange[] = []
  await inTurns(ordered, ([, { gone, come }]) => {
    for (const change of diffSoftware(gone, come)) changes.push(change)
  })
  return changes
}

async function inTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  for (let at = 0; at < items.length; at += itemsPerTurn) {
    if (at > 0) await setImmediate()
    for (const item of items.slice(at, at + itemsPerTurn)) work(item)
  }
}
