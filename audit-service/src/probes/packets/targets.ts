import { randomFillSync } from 'node:crypto'
import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import { addressOfName, ipv4OfName, socketNameBytes, writeSocketName } from './socket-name.ts'

export const secretBytes = 8

/** Addresses of one family that are asked, each with a secret of its own: who knows it has seen the question. */
export class Targets {
  readonly count: number
  private readonly names: Buffer
  private readonly nameBytes: number
  private readonly secrets: Buffer
  private readonly lookUp: (name: Buffer) => number | undefined

  constructor(addresses: readonly string[], family: AddressFamily) {
    this.count = addresses.length
    this.nameBytes = socketNameBytes[family]
    this.names = Buffer.alloc(this.count * this.nameBytes)
    for (let target = 0; target < this.count; target++) {
      writeSocketName(this.names, target * this.nameBytes, addresses[target] ?? '')
    }
    this.secrets = randomFillSync(Buffer.alloc(this.count * secretBytes))
    this.lookUp = family === 4 ? lookUpIpv4(this.names, this.count) : lookUpText(addresses)
  }

  /** Writes the target's socket address. */
  copyName(target: number, name: Buffer): void {
    this.names.copy(name, 0, target * this.nameBytes, (target + 1) * this.nameBytes)
  }

  /** Writes the target's eight secret bytes. */
  copySecret(target: number, into: Buffer, offset: number): void {
    this.secrets.copy(into, offset, target * secretBytes, (target + 1) * secretBytes)
  }

  /** Whether the eight bytes from the offset on are the target's secret. */
  knowsSecret(target: number, bytes: Buffer, offset: number): boolean {
    const [from, to] = [target * secretBytes, (target + 1) * secretBytes]
    return this.secrets.compare(bytes, offset, offset + secretBytes, from, to) === 0
  }

  /** Four of them, as a number. */
  secretNumber(target: number): number {
    return this.secrets.readUInt32BE(target * secretBytes)
  }

  /** Which target a socket address is of. */
  find(name: Buffer): number | undefined {
    return this.lookUp(name)
  }
}

function lookUpText(addresses: readonly string[]) {
  const targets = new Map(addresses.map((address, target) => [address, target]))
  return (name: Buffer) => targets.get(addressOfName(name))
}

/** Looked up by halves in a sorted list: a map of as many would be some megabytes of garbage, batch after batch. */
function lookUpIpv4(names: Buffer, count: number) {
  const targetBits = 2 ** 20
  const sorted = new Float64Array(count)
  for (let target = 0; target < count; target++) {
    sorted[target] = ipv4OfName(names, target * socketNameBytes[4]) * targetBits + target
  }
  sorted.sort()
  return (name: Buffer) => {
    const wanted = ipv4OfName(name) * targetBits
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sorted[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    const target = (sorted[low] ?? Number.POSITIVE_INFINITY) - wanted
    return target < targetBits ? target : undefined
  }
}
