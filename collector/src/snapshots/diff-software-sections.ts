import { setImmediate } from 'node:timers/promises'
import { type Software, softwareSchema } from '@rollcall/shared/inventory/software.ts'
import { inTurns, itemsPerTurn } from '../in-turns.ts'
import type { SoftwareChange } from '../reconciliation/diff-software.ts'
import { diffSoftwareInTurns } from '../reconciliation/diff-software-in-turns.ts'
import { fieldText, itemTexts } from './canonical-list.ts'
import type { SectionText } from './stored-sections.ts'

/**
 * What `diffSoftware` gives of two sections. What both have alike is not even parsed, and however much there is, others
 * have turns meanwhile.
 */
export async function diffSoftwareSections(before: SectionText, after: SectionText): Promise<SoftwareChange[]> {
  const [old, now] = [itemTexts(before.json), itemTexts(after.json)]
  const names = await namesOfOthers(old, now)
  const [gone, come] = [await parsed(old, names, before.isCurrent), await parsed(now, names, after.isCurrent)]
  return diffSoftwareInTurns(gone, come, setImmediate)
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
  await inTurns([...old.slice(before), ...now.slice(after)], (item) => names.add(fieldText(item, 'name')), setImmediate)
  return names
}

async function parsed(items: readonly string[], names: ReadonlySet<string>, isCurrent: boolean): Promise<Software[]> {
  const found: Software[] = []
  const parse = (text: string) => {
    if (!names.has(fieldText(text, 'name'))) return
    const item: unknown = JSON.parse(`{${text}}`)
    found.push(isCurrent ? (item as Software) : softwareSchema.parse(item))
  }
  await inTurns(items, parse, setImmediate)
  return found
}
