import { DomainError } from '../errors.ts'

/** Limits of a JSON text. They bound the memory and time of `JSON.parse` and of a schema for any text. */
export type JsonBounds = {
  /** Objects, arrays, strings, numbers and literals in total, without names. */
  valuesMax: number
  /** Objects and arrays in total. Each takes more memory and time than a scalar. */
  containersMax: number
  /** Names in one object. */
  membersMax: number
  /** Items of one array. */
  itemsMax: number
  depthMax: number
}

/** Enough for 100,000 packages, or for the largest switch. */
export const documentBounds: JsonBounds = {
  valuesMax: 1_500_000,
  containersMax: 500_000,
  membersMax: 10_000,
  itemsMax: 200_000,
  depthMax: 64,
}

const [quote, backslash, comma, openBrace, closeBrace, openBracket, closeBracket] = Buffer.from('"\\,{}[]')

/**
 * Counts the values of a JSON text as its bytes arrive, and throws a DomainError once a limit is exceeded. It
 * recognizes only strings and brackets; `JSON.parse` rejects text that is not JSON.
 */
export class JsonScanner {
  readonly #bounds: JsonBounds
  /** For each open object or array the number of its members or items, below zero for an object. */
  readonly #counts: Int32Array
  #depth = 0
  #isInString = false
  #isEscaped = false
  containers = 0
  values = 1

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds
    this.#counts = new Int32Array(bounds.depthMax + 1)
  }

  take(bytes: Uint8Array): void {
    let [isInString, isEscaped] = [this.#isInString, this.#isEscaped]
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (isEscaped) isEscaped = false
      else if (isInString) {
        if (byte === quote) isInString = false
        else if (byte === backslash) isEscaped = true
      } else if (byte === quote) isInString = true
      else if (byte === comma) this.#next()
      else if (byte === openBrace || byte === openBracket) this.#open(byte === openBrace)
      else if (byte === closeBrace || byte === closeBracket) this.#depth = Math.max(0, this.#depth - 1)
    }
    this.#isInString = isInString
    this.#isEscaped = isEscaped
  }

  #open(isObject: boolean): void {
    const { depthMax, containersMax } = this.#bounds
    if (++this.#depth > depthMax) {
      throw new DomainError('malformed_json', `The JSON is nested more than ${depthMax} levels deep.`)
    }
    this.#counts[this.#depth] = isObject ? -1 : 1
    if (++this.containers > containersMax) {
      throw tooMuch(`has more than ${show(containersMax)} objects and lists`)
    }
    this.#count()
  }

  /** Counts one more member or item of the innermost object or array. */
  #next(): void {
    const { membersMax, itemsMax } = this.#bounds
    const count = this.#counts[this.#depth] ?? 0
    if (count < 0 && -count >= membersMax) throw tooMuch(`has an object with more than ${show(membersMax)} fields`)
    if (count >= itemsMax) throw tooMuch(`has a list of more than ${show(itemsMax)} items`)
    this.#counts[this.#depth] = count < 0 ? count - 1 : count + 1
    this.#count()
  }

  #count(): void {
    if (++this.values > this.#bounds.valuesMax) throw tooMuch(`has more than ${show(this.#bounds.valuesMax)} values`)
  }
}

/** Counts the values of a JSON text; throws a DomainError if a limit is exceeded. */
export function scanJson(bytes: Uint8Array, bounds: JsonBounds): { values: number; containers: number } {
  const scanner = new JsonScanner(bounds)
  scanner.take(bytes)
  return scanner
}

const show = (count: number): string => count.toLocaleString('en')

const tooMuch = (what: string) => new DomainError('payload_too_large', `The JSON ${what}; send less at a time.`)
