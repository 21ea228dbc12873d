import { randomFillSync } from 'node:crypto'
import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import { addressOfName, ipv4OfName, ipv4Value, socketNameBytes, writeIpv4Name, writeSocketName } from './socket-name.ts'

export const secretBytes = 8

/** The socket addresses of the targets. */
type Names = {
  copy: (target: number, name: Buffer) => void
  find: (name: Buffer) => number | undefined
}

/**
 * Queried addresses of one family, each with its own secret: an answer with the secret proves that its sender saw the
 * query.
 */
export class Targets {
  readonly count: number
  private readonly names: Names
  private readonly secrets: Buffer

  constructor(addresses: readonly string[], family: AddressFamily) {
    this.count = addresses.length
    this.names = family === 4 ? ipv4Names(addresses) : ipv6Names(addresses)
    this.secrets = randomFillSync(Buffer.alloc(this.count * secretBytes))
  }

  /** Writes the target's socket address. */
  copyName(target: number, name: Buffer): void {
    this.names.copy(target, name)
  }

  /** Writes the target's eight secret bytes. */
  copySecret(target: number, into: Buffer, offset: number): void {
    this.secrets.copy(into, offset, target * secretBytes, (target + 1) * secretBytes)
  }

  /** Returns true if the eight bytes from the offset are the target's secret. */
  hasSecret(target: number, bytes: Buffer, offset: number): boolean {
    const [from, to] = [target * secretBytes, (target + 1) * secretBytes]
    return this.secrets.compare(bytes, offset, offset + secretBytes, from, to) === 0
  }

  /** Returns four bytes of the secret as a number. */
  secretNumber(target: number): number {
    return this.secrets.readUInt32BE(target * secretBytes)
  }

  /** Returns the target of a socket address. */
  find(name: Buffer): number | undefined {
    return this.names.find(name)
  }
}

function ipv6Names(addresses: readonly string[]): Names {
  const nameBytes = socketNameBytes[6]
  const names = Buffer.alloc(addresses.length * nameBytes)
  for (const [target, address] of addresses.entries()) writeSocketName(names, target * nameBytes, address)
  const targets = new Map(addresses.map((address, target) => [address, target]))
  return {
    copy: (target, name) => names.copy(name, 0, target * nameBytes, (target + 1) * nameBytes),
    find: (name) => targets.get(addressOfName(name)),
  }
}

/**
 * Stores only numbers, found by binary search: socket addresses and a map would be some megabytes of garbage per batch.
 */
function ipv4Names(addresses: readonly string[]): Names {
  const targetBits = 2 ** 20
  const values = new Uint32Array(addresses.length)
  const sorted = new Float64Array(addresses.length)
  for (let target = 0; target < addresses.length; target++) {
    const value = ipv4Value(addresses[target] ?? '')
    values[target] = value
    sorted[target] = value * targetBits + target
  }
  sorted.sort()
  return {
    copy: (target, name) => writeIpv4Name(name, 0, values[target] ?? 0),
    find: (name) => {
      const wanted = ipv4OfName(name) * targetBits
      let [low, high] = [0, sorted.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((sorted[middle] ?? 0) < wanted) low = middle + 1
        else high = middle
      }
      const target = (sorted[low] ?? Number.POSITIVE_INFINITY) - wanted
      return target < targetBits ? target : undefined
    },
  }
}
