/** Milliseconds from 1601, where FILETIME starts, to 1970. */
const epochMs = 11_644_473_600_000n
const latestMs = 4_102_444_800_000

/** Converts a FILETIME, in steps of 100 ns since 1601; undefined for a time before 1970 or after 2100. */
export function timeOfFiletime(time: bigint): Date | undefined {
  const ms = Number(time / 10_000n - epochMs)
  return ms > 0 && ms < latestMs ? new Date(ms) : undefined
}
