/** Current and maximum number of messages in each concurrency group. */
export type Lanes = { laneMax: number; underWay: ReadonlyMap<string, number>; full: string[] }

type InLane = { lane: string | null }

export function lanesOf(claims: Iterable<InLane>, laneMax: number): Lanes {
  const underWay = new Map<string, number>()
  for (const { lane } of claims) if (lane !== null) underWay.set(lane, (underWay.get(lane) ?? 0) + 1)
  return { laneMax, underWay, full: [...underWay].flatMap(([lane, count]) => (count < laneMax ? [] : [lane])) }
}

/** Rows that can be sent now, in order, within the limit of each concurrency group. */
export function withinShares<Row extends InLane>(rows: readonly Row[], { laneMax, underWay }: Lanes): Row[] {
  const counts = new Map(underWay)
  return rows.filter(({ lane }) => {
    if (lane === null) return true
    const count = (counts.get(lane) ?? 0) + 1
    counts.set(lane, count)
    return count <= laneMax
  })
}
