import type { ChangeQuery } from '@rollcall/shared/api/change.ts'
import type { BlockCount } from '../store/schema/change-log.ts'
import type { Db } from '../store/store.ts'
import { blocksOf } from './counted-buckets.ts'

/** A stretch of time; without an end where it is open. */
export type Stretch = {
  /** The first instant in it. */
  from?: string | undefined
  /** The first one after it. */
  until?: string | undefined
}
type CountedStretch = Stretch & { lines: number }

type Filter = Pick<ChangeQuery, 'verb' | 'entity'>

/** A part of the time that is asked for; with what was counted of it where it is a whole block. */
export type Piece = Stretch & { counts?: readonly BlockCount[] }

type Blocks = Awaited<ReturnType<typeof blocksOf>>

/** The wanted time in pieces, newest first: the whole blocks in it, and what lies before, after and across the ends. */
export function piecesOf(blocks: Blocks, wanted: Stretch): Piece[] {
  const all: Piece[] = [
    { from: blocks[0]?.until },
    ...blocks,
    ...(blocks.length === 0 ? [] : [{ until: blocks.at(-1)?.from }]),
  ]
  return all.flatMap(({ counts, ...stretch }) => {
    const part = overlap(stretch, wanted)
    if (!part) return []
    const isWhole = part.from === stretch.from && part.until === stretch.until
    return [counts && isWhole ? { ...part, counts } : part]
  })
}

/**
 * The wanted time in stretches, newest first, with how many lines of each match the filter: of whole blocks as they
 * were counted, of all else by `countLive`.
 */
export async function stretchesOf(
  db: Db,
  siteId: string,
  wanted: Stretch,
  filter: Filter,
  countLive: (stretch: Stretch) => Promise<number>,
): Promise<CountedStretch[]> {
  const counted: CountedStretch[] = []
  for (const { counts, ...part } of piecesOf(await blocksOf(db, siteId), wanted)) {
    counted.push({ ...part, lines: counts ? linesOf(counts, filter) : await countLive(part) })
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

/** How many of the lines that were counted match the filter. */
export function linesOf(counts: readonly BlockCount[], { verb, entity }: Filter): number {
  return counts.reduce(
    (sum, count) =>
      (verb === undefined || count.verb === verb) && (entity === undefined || count.entity === entity)
        ? sum + count.lines
        : sum,
    0,
  )
}
