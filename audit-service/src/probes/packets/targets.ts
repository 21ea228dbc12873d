import { randomFillSync } from 'node:crypto'
import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import { addressOfName, socketNameBytes, writeSocketName } from './socket-name.ts'

export const secretBytes = 8

/** Addresses of one family that are asked, each with a secret of its own: who knows it has seen the question. */
export class Targets {
  readonly count: number
  private readonly names: Buffer
  private readonly nameBytes: number
  private readonly secrets: Buffer
  private readonly numbers: ReadonlyMap<string, number>

  constructor(addresses: readonly string[], family: AddressFamily) {
    this.count = addresses.length
    this.nameBytes = socketNameBytes[family]
    this.names = Buffer.alloc(this.count * this.nameBytes)
    for (let target = 0; target < this.count; target++) {
      writeSocketName(this.names, target * this.nameBytes, addresses[target] ?? '')
    }
    this.secrets = randomFillSync(Buffer.alloc(this.count * secretBytes))
    this.numbers = new Map(addresses.map((address, target) => [address, target]))
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
    return this.numbers.get(addressOfName(name))
  }
}
