/**
 * Writes a number with its noun: `1 snapshot`, `2 snapshots`. The plural has an s unless it is given, as for a verb that
 * follows: `counted(n, 'snapshot is waiting', 'snapshots are waiting')`.
 */
export const counted = (
  count: number | bigint,
  one: string,
  many = `${one}s`,
  written: (count: number | bigint) => string = String,
): string => `${written(count)} ${Number(count) === 1 ? one : many}`
