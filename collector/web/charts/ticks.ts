/** Returns three or four round numbers from 0 to at least `max`, for an axis of whole numbers. */
export function ticksUpTo(max: number): number[] {
  const rough = Math.max(1, max) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(Math.max(1, max) / step) + 1 }, (_, at) => at * step)
}
