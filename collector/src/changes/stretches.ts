import type { ChangeQuery } from '@rollcall/shared/api/change.ts'
import type { BlockCount } from '../store/schema/changes.ts'
import type { Db } from '../store/store.ts'
import { blocksOf } from './blocks.ts'

/** A stretch of time; without an end where it is open. */
export type Stretch = {
  /** The first instant in it. */
  from?: string | undefined
  /** The first one after it. */
  until?: string | undefined
}
type CountedStretch = Stretch & { lines: number }

type Filter = Pick<ChangeQuery, 'verb' | 'entity'>

/**
 * The wanted time in stretches, newest first, with how many lines of each match the filter: of whole blocks as they
 * were counted, of what lies before, after and across the ends by `countLive`.
 */
export async function stretchesOf(
  db: Db,
  siteId: string,
  wanted: Stretch,
  filter: Filter,
  countLive: (stretch: Stretch) => Promise<number>,
): Promise<CountedStretch[]> {
  const blocks = await blocksOf(db, siteId)
  const all: (Stretch & { counts?: readonly BlockCount[] })[] = [
    { from: blocks[0]?.until },
    ...blocks,
    ...(blocks.length === 0 ? [] : [{ until: blocks.at(-1)?.from }]),
  ]
  const counted: CountedStretch[] = []
  for (const { counts, ...stretch } of all) {
    const part = overlap(stretch, wanted)
    if (!part) continue
    const isWhole = part.from === stretch.from && part.until === stretch.until
    const lines = counts && isWhole ? linesOf(counts, filter) : await countLive(part)
    counted.push({ ...part, lines })
  }
  return counted
}

function overlap(a: Stretch, b: Stretch): Stretch | undefined {
  const from = [a.from, b.from]
    .filter((time) => time !== undefined)
    .sort()
    .at(-1)
  const until = [a.until, b.until].filter((time) => time !== undefined).sort()[0]
  return from !== undefined && until !== undefined && from >= until ? undefined : { from, until }
}

function linesOf(counts: readonly BlockCount[], { verb, entity }: Filter): number {
  return counts.reduce(
    (sum, count) =>
      (verb === undefined || count.verb === verb) && (entity === undefined || count.entity === entity)
        ? sum + count.lines
        : sum,
    0,
  )
}
