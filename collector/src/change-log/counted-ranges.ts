import type { ChangeQuery } from '@rollcall/shared/api/change.ts'
import type { BlockCount } from '../store/schema/change-log.ts'
import type { Db } from '../store/store.ts'
import { blocksOf } from './stored-counts.ts'

/** A range of time, open if it has no end. */
export type TimeRange = {
  /** First instant of the range. */
  from?: string | undefined
  /** First instant after the range. */
  until?: string | undefined
}
type CountedRange = TimeRange & { lines: number }

type Filter = Pick<ChangeQuery, 'verb' | 'entity'>

/** A part of the requested time. It has counts if it is a whole bucket. */
export type Piece = TimeRange & { counts?: readonly BlockCount[] }

type Blocks = Awaited<ReturnType<typeof blocksOf>>

/**
 * Divides the requested time into pieces, newest first: the whole buckets in it, and the parts before, after and across
 * the ends.
 */
export function piecesOf(blocks: Blocks, wanted: TimeRange): Piece[] {
  const all: Piece[] = [
    { from: blocks[0]?.until },
    ...blocks,
    ...(blocks.length === 0 ? [] : [{ until: blocks.at(-1)?.from }]),
  ]
  return all.flatMap(({ counts, ...range }) => {
    const part = overlap(range, wanted)
    if (!part) return []
    const isWhole = part.from === range.from && part.until === range.until
    return [counts && isWhole ? { ...part, counts } : part]
  })
}

/**
 * Divides the requested time into ranges, newest first, each with its number of matching entries. Whole buckets have
 * stored counts; `countLive` counts the rest.
 */
export async function countedRangesOf(
  db: Db,
  siteId: string,
  wanted: TimeRange,
  filter: Filter,
  countLive: (range: TimeRange) => Promise<number>,
): Promise<CountedRange[]> {
  const counted: CountedRange[] = []
  for (const { counts, ...part } of piecesOf(await blocksOf(db, siteId), wanted)) {
    counted.push({ ...part, lines: counts ? linesOf(counts, filter) : await countLive(part) })
  }
  return counted
}

function overlap(a: TimeRange, b: TimeRange): TimeRange | undefined {
  const from = [a.from, b.from]
    .filter((time) => time !== undefined)
    .sort()
    .at(-1)
  const until = [a.until, b.until].filter((time) => time !== undefined).sort()[0]
  return from !== undefined && until !== undefined && from >= until ? undefined : { from, until }
}

/** Number of counted entries that match the filter. */
export function linesOf(counts: readonly BlockCount[], { verb, entity }: Filter): number {
  return counts.reduce(
    (sum, count) =>
      (verb === undefined || count.verb === verb) && (entity === undefined || count.entity === entity)
        ? sum + count.lines
        : sum,
    0,
  )
}
