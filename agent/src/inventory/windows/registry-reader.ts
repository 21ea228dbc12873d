import { messageOf } from '@rollcall/shared/errors.ts'
import { LimitError, RefusedError } from '../../platform/host.ts'
import type { Registry, RegistryView } from '../../platform/windows/api.ts'
import { RegistryValues, valueBytesMax } from '../../platform/windows/registry-values.ts'
import type { OnCut } from '../source.ts'

/** Keys that one source reads. */
const readsMax = 60_000

/** Reads the registry for one source, and records what could not be read. */
export class RegistryReader {
  readonly #registry: Registry
  readonly #faults: string[] = []
  readonly #oversized: string[] = []
  #reads = 0

  constructor(registry: Registry) {
    this.#registry = registry
  }

  keys(path: string, view?: RegistryView): string[] {
    return this.#read(() => this.#registry.keys(path, view)) ?? []
  }

  values(path: string, view?: RegistryView): RegistryValues {
    const values = this.#read(() => this.#registry.values(path, view)) ?? new RegistryValues([])
    for (const name of values.oversized()) this.#oversized.push(`${path}\\${name}`)
    return values
  }

  /** Returns undefined if the key cannot be read. */
  exists(path: string): boolean | undefined {
    return this.#read(() => this.#registry.writtenAt(path) !== undefined)
  }

  /** Returns the loaded users: their SIDs, of this machine, a domain or Entra ID. */
  users(): string[] {
    return this.keys('HKU').filter((name) => userSid.test(name))
  }

  reportCuts(onCut?: OnCut): void {
    if (this.#reads > readsMax) onCut?.(`stopped after ${readsMax} registry keys`)
    if (this.#faults.length > 0) onCut?.(`cannot read ${this.#faults.length} registry keys: ${this.#faults[0]}`)
    const [first] = this.#oversized
    if (first !== undefined)
      onCut?.(`left out ${this.#oversized.length} values over ${valueBytesMax} bytes, such as ${first}`)
  }

  /** Returns undefined if the key is missing or cannot be read. */
  #read<T>(read: () => T): T | undefined {
    if (++this.#reads > readsMax) return undefined
    try {
      return read()
    } catch (error) {
      if (!(error instanceof LimitError || error instanceof RefusedError)) throw error
      this.#faults.push(messageOf(error))
      return undefined
    }
  }
}

export const userSid = /^S-1-(5-21|12-1)-\d+-\d+-\d+-\d+$/i
