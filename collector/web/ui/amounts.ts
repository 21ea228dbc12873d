const sizes = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']
const one = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

export function bytes(count: number | undefined): string | undefined {
  if (count === undefined) return undefined
  const at = count < 1 ? 0 : Math.min(Math.floor(Math.log2(count) / 10), sizes.length - 1)
  return `${one.format(count / 1024 ** at)} ${sizes[at]}`
}

/** Of a link, as the standards name them: thousands, not 1024. */
export function bitsPerSecond(count: number | undefined): string | undefined {
  if (count === undefined || count === 0) return undefined
  const [unit, size] = count >= 1e9 ? ['Gbit/s', 1e9] : count >= 1e6 ? ['Mbit/s', 1e6] : (['kbit/s', 1e3] as const)
  return `${one.format(count / (size as number))} ${unit}`
}
