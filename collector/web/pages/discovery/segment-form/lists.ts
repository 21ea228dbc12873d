import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { count } from '../../../ui/amounts.ts'

/** Splits a list typed with line breaks or commas. */
export const lines = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const portMax = 65_535

/** Parses `22, 80, 8000-8010` to unique port numbers; undefined if an item is not a port. */
export function portList(text: string): number[] | undefined {
  const ports = new Set<number>()
  for (const part of text.split(/[\s,;]+/).filter((each) => each !== '')) {
    const [, from, to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? []
    const [first, last] = [Number(from), Number(to)]
    if (!(first >= 1 && first <= last && last <= portMax)) return undefined
    for (let port = first; port <= last; port++) ports.add(port)
  }
  return [...ports]
}

/** Formats ports, with consecutive ones as a range. */
export function portText(ports: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const port of ports.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range && port === range[1] + 1) range[1] = port
    else ranges.push([port, port])
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(', ')
}

const errorsShown = 3

/** Parses addresses as the collector does. Returns their number or the errors. */
export function readAddresses(text: string, allowNames: boolean): { error: string } | { about: string } | undefined {
  const expressions = lines(text)
  if (expressions.length === 0) return undefined
  const { errors, addressCount, names } = parseTargets(expressions, { allowNames })
  if (errors.length > 0) {
    const shown = errors.slice(0, errorsShown).map(({ message }) => message)
    const more = errors.length - shown.length
    return { error: [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ') }
  }
  const counted = [
    { how: addressCount, one: 'address', many: 'addresses' },
    { how: BigInt(names.length), one: 'name', many: 'names' },
  ].filter(({ how }) => how > 0n)
  return { about: counted.map(({ how, one, many }) => `${count(how)} ${how === 1n ? one : many}`).join(' and ') }
}
