/** A list of 8,192 ports, which no bridge has; there is one for each of four thousand VLANs. */
const octetsMax = 1024

/**
 * Calls for each bit that is set, counted from `first`: PortList (RFC 4363) starts at 1, Cisco's VLAN bitmaps at 0. What
 * is behind `octetsMax` is not looked at.
 */
export function eachBit(octets: Buffer | undefined, first: number, found: (number: number) => void): void {
  if (octets === undefined) return
  // Four thousand VLANs with a list of all ports each: nothing is allocated here.
  for (let at = 0; at < octets.length && at < octetsMax; at += 1) {
    const octet = octets[at] ?? 0
    for (let bit = 0; octet !== 0 && bit < 8; bit += 1) if (octet & (0x80 >> bit)) found(first + at * 8 + bit)
  }
}

/** Whether a bit is set, counted as `eachBit` does. */
export function hasBit(octets: Buffer | undefined, first: number, number: number): boolean {
  const bit = number - first
  return ((octets?.[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0
}

const rangesMax = 500_000

/** A list of rising numbers for each port, kept as ranges: a trunk that carries all VLANs is one. */
export class PortRanges {
  readonly #lists = new Map<number, { from: number; to: number }[]>()
  #left = rangesMax

  /** What is over the limit of all ports together is left out. */
  add(port: number, number: number): void {
    const list = this.#lists.get(port) ?? []
    const last = list.at(-1)
    if (last !== undefined && number === last.to + 1) last.to = number
    else if (this.#left > 0) {
      this.#left -= 1
      this.#lists.set(port, list)
      list.push({ from: number, to: number })
    }
  }

  get ports(): Iterable<number> {
    return this.#lists.keys()
  }

  /** `1,10-20`; undefined for none. */
  of(port: number): string | undefined {
    return this.#lists
      .get(port)
      ?.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
      .join(',')
  }

  /** Notes under the table's name that the limit was reached. */
  noteCut(name: string, truncated: string[]): void {
    if (this.#left === 0) truncated.push(`${name}: stopped after ${rangesMax} ranges of VLANs on ports`)
  }
}
