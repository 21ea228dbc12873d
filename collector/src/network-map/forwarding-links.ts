import type { Pause } from '../lib/in-turns.ts'
import { confidence, type End, endKey, type Link } from './links.ts'
import type { SwitchFacts } from './switch-facts.ts'

/** The port at which one switch has another's MAC. */
type Towards = {
  /**
   * Takes indexes in the list of switches. Undefined if the switch has none of the other's MACs, or has them at several
   * ports.
   */
  portOf(from: number, to: number): string | undefined
  /** Reports whether frames between two switches pass this one. */
  isBetween(middle: number, one: number, other: number): boolean
}

const none = -1
const several = -2

export async function findTowards(
  switches: readonly SwitchFacts[],
  owners: ReadonlyMap<string, string | undefined>,
  pause: Pause,
): Promise<Towards> {
  const size = switches.length
  const indexOf = new Map(switches.map(({ device }, index) => [device.id, index]))
  const ports = new Int32Array(size * size).fill(none)
  const names = switches.map(({ forwarding }) => [...forwarding.keys()])
  for (const [from, { forwarding: table }] of switches.entries()) {
    await pause()
    for (const [port, macs] of [...table.values()].entries()) {
      for (const mac of macs.keys()) {
        const to = indexOf.get(owners.get(mac) ?? '')
        if (to === undefined || to === from) continue
        const at = from * size + to
        ports[at] = ports[at] === none || ports[at] === port ? port : several
      }
    }
  }
  const numberOf = (from: number, to: number) => ports[from * size + to] ?? none
  return {
    portOf: (from, to) => names[from]?.[numberOf(from, to)],
    isBetween(middle, one, other) {
      const [a, b] = [numberOf(middle, one), numberOf(middle, other)]
      return a >= 0 && b >= 0 && a !== b
    },
  }
}

/**
 * Derives links between switches that do not announce each other: each is the nearest one behind a port of the other. A
 * switch is between two others if it has them at two ports (Lowekamp, O'Hallaron and Gross, SIGCOMM 2001). Ports with
 * an announced neighbor are left out, and so is everything behind them.
 */
export async function forwardingLinks(
  switches: readonly SwitchFacts[],
  towards: Towards,
  announced: readonly Link[],
  pause: Pause,
): Promise<Link[]> {
  const explained = new Set(announced.flatMap(({ a, b }) => [endKey(a), endKey(b)]))
  const links: Link[] = []
  for (const [one, { device: from }] of switches.entries()) {
    await pause()
    // The switch between the last two is often also between the next two.
    let last = 0
    for (const [other, { device: to }] of switches.entries()) {
      const port = towards.portOf(one, other)
      const back = towards.portOf(other, one)
      if (port === undefined || (back !== undefined && other < one)) continue
      const ends: [End, End] = [
        { node: from.id, port },
        { node: to.id, port: back },
      ]
      if (ends.some((end) => end.port !== undefined && explained.has(endKey(end)))) continue
      const between = firstBetween(switches.length, last, (middle) => towards.isBetween(middle, one, other))
      if (between === undefined) links.push(linkOf(ends))
      else last = between
    }
  }
  return links
}

function firstBetween(size: number, first: number, isBetween: (middle: number) => boolean): number | undefined {
  if (isBetween(first)) return first
  for (let middle = 0; middle < size; middle++) if (isBetween(middle)) return middle
  return undefined
}

const linkOf = ([a, b]: readonly [End, End]): Link => ({
  a,
  b,
  sources: ['forwarding'],
  confidence: b.port === undefined ? confidence.oneForwarding : confidence.bothForwarding,
})
