import { setImmediate } from 'node:timers/promises'
import { type Software, softwareSchema } from '@rollcall/shared/inventory/software.ts'
import { inTurns, itemsPerTurn } from '../../lib/in-turns.ts'
import type { SoftwareChange } from '../../matching/diff-software.ts'
import { diffSoftwareInTurns } from '../../matching/diff-software-in-turns.ts'
import { fieldText, itemTexts } from '../sections/canonical-list.ts'
import type { SectionText } from '../sections/stored-sections.ts'

/**
 * Runs `diffSoftware` on two sections. Common parts are not even parsed, and other work runs in between however long
 * the lists are.
 */
export async function diffSoftwareSections(before: SectionText, after: SectionText): Promise<SoftwareChange[]> {
  const { steps, names } = await sideBySide(await textsOf(before), await textsOf(after))
  const [gone, come]: [Software[], Software[]] = [[], []]
  const parse = ([was, is]: Step) => {
    if (!names.has(nameIn(was ?? is ?? ''))) return
    if (was !== undefined) gone.push(parsed(was, before))
    if (is !== undefined) come.push(parsed(is, after))
  }
  await inTurns(steps, parse, setImmediate)
  return diffSoftwareInTurns(gone, come, setImmediate)
}

async function textsOf({ json }: SectionText): Promise<string[]> {
  const texts: string[] = []
  for (const piece of itemTexts(json)) {
    for (const text of piece) texts.push(text)
    await setImmediate()
  }
  return texts
}

/** The next item of one list, or of both if they are equal or have one name. */
type Step = readonly [was: string | undefined, is: string | undefined]

/**
 * Selects the items to compare from both lists: those whose names occur among the differing items, since a product may
 * be listed twice with another publisher. Both lists are sorted by name, so comparing the next items is enough;
 * unsorted lists only mean that equal items are compared too.
 */
async function sideBySide(
  old: readonly string[],
  now: readonly string[],
): Promise<{ steps: Step[]; names: ReadonlySet<string> }> {
  const steps: Step[] = []
  const names = new Set<string>()
  for (let [before, after] = [0, 0]; before < old.length || after < now.length; ) {
    const step = stepOf(old[before], now[after])
    const [was, is] = step
    if (was !== is) names.add(nameIn(was ?? is ?? ''))
    if (was !== undefined) before += 1
    if (is !== undefined) after += 1
    if (steps.push(step) % itemsPerTurn === 0) await setImmediate()
  }
  return { steps, names }
}

function stepOf(was: string | undefined, is: string | undefined): Step {
  if (was === undefined || is === undefined || was === is) return [was, is]
  const [wasNamed, isNamed] = [nameIn(was), nameIn(is)]
  if (wasNamed === isNamed) return [was, is]
  return wasNamed < isNamed ? [was, undefined] : [undefined, is]
}

const nameIn = (item: string) => fieldText(item, 'name')

function parsed(text: string, { isCurrent }: SectionText): Software {
  const item: unknown = JSON.parse(`{${text}}`)
  return isCurrent ? (item as Software) : softwareSchema.parse(item)
}
