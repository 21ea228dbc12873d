/** Limit of 8,192 ports, more than any bridge has; there is one list for each of four thousand VLANs. */
const octetsMax = 1024

/**
 * Calls `found` for each set bit, counted from `first`: PortList (RFC 4363) starts at 1, Cisco's VLAN bitmaps at 0.
 * Octets after `octetsMax` are ignored.
 */
export function eachBit(octets: Buffer | undefined, first: number, found: (number: number) => void): void {
  if (octets === undefined) return
  // Four thousand VLANs have a list of all ports each: nothing is allocated here.
  for (let at = 0; at < octets.length && at < octetsMax; at += 1) {
    const octet = octets[at] ?? 0
    for (let bit = 0; octet !== 0 && bit < 8; bit += 1) if (octet & (0x80 >> bit)) found(first + at * 8 + bit)
  }
}

/** Returns true if a bit is set, counted as in `eachBit`. */
export function hasBit(octets: Buffer | undefined, first: number, number: number): boolean {
  const bit = number - first
  return ((octets?.[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0
}

const rangesMax = 500_000

/** Ascending numbers of each port, stored as ranges: a trunk with all VLANs is one range. */
export class PortRanges {
  readonly #lists = new Map<number, { from: number; to: number }[]>()
  #left = rangesMax

  /** Adds a number. Numbers over the limit of all ports together are dropped. */
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

  /** Returns `1,10-20`; undefined for none. */
  of(port: number): string | undefined {
    return this.#lists
      .get(port)
      ?.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
      .join(',')
  }

  /** Records under the table's name that the limit was reached. */
  recordCut(name: string, truncated: string[]): void {
    if (this.#left === 0) truncated.push(`${name}: stopped after ${rangesMax} ranges of VLANs on ports`)
  }
}
