/** Current and maximum number of messages in each concurrency group. */
export type ConcurrencyGroups = { groupMax: number; underWay: ReadonlyMap<string, number>; full: string[] }

type InGroup = { lane: string | null }

export function concurrencyGroupsOf(claims: Iterable<InGroup>, groupMax: number): ConcurrencyGroups {
  const underWay = new Map<string, number>()
  for (const { lane } of claims) if (lane !== null) underWay.set(lane, (underWay.get(lane) ?? 0) + 1)
  return {
    groupMax,
    underWay,
    full: [...underWay].flatMap(([lane, count]) => (count < groupMax ? [] : [lane])),
  }
}

/** Rows that can be sent now, in order, within the limit of each concurrency group. */
export function withinShares<Row extends InGroup>(
  rows: readonly Row[],
  { groupMax, underWay }: ConcurrencyGroups,
): Row[] {
  const counts = new Map(underWay)
  return rows.filter(({ lane }) => {
    if (lane === null) return true
    const count = (counts.get(lane) ?? 0) + 1
    counts.set(lane, count)
    return count <= groupMax
  })
}
