import { createHash } from 'node:crypto'
import { type End, endKey, type Link } from './links.ts'

/** Links whose ends are used once, and the ids of the switches inferred for that. */
type Untangled = { links: Link[]; unmanaged: string[] }

/**
 * Gives each link two ends of its own, as a cable has. If more than two ports meet, a switch is between them: one of
 * them without a forwarding table, or else an inferred one that announces nothing. It gets a link to each.
 */
export function withUnmanaged(links: readonly Link[]): Untangled {
  const groupOf = groupsOf(links)
  const isPlain = (link: Link) => groupOf(keysOf(link)[0]).size <= 2
  const plain = links.filter(isPlain)
  const tangled = Map.groupBy(
    links.filter((link) => !isPlain(link)),
    (link) => groupOf(keysOf(link)[0]),
  )
  const unmanaged: string[] = []
  for (const [group, among] of tangled) {
    const silent = new Set(among.flatMap(({ a, b }) => [a, b].flatMap(({ node, port }) => (port ? [] : [node]))))
    const [one, ...others] = silent
    const hub = one !== undefined && others.length === 0 ? one : idOf(group)
    if (hub !== one) unmanaged.push(hub)
    plain.push(...spokes(hub, among))
  }
  return { links: plain, unmanaged }
}

/**
 * Returns the keys of both ends. An announced link is one cable. For a forwarding link, an unread switch has one key
 * for all its links.
 */
function keysOf(link: Link): [string, string] {
  const isOne = !link.sources.includes('forwarding')
  const keyOf = (end: End, far: End) => endKey(end) + (isOne && end.port === undefined ? endKey(far) : '')
  return [keyOf(link.a, link.b), keyOf(link.b, link.a)]
}

const idOf = (group: ReadonlySet<string>): string =>
  `unmanaged-${createHash('sha256')
    .update([...group].sort().join())
    .digest('hex')
    .slice(0, 24)}`

/** Returns the ends connected to an end by links, including itself. */
function groupsOf(links: readonly Link[]): (key: string) => ReadonlySet<string> {
  const groups = new Map<string, Set<string>>()
  const groupOf = (key: string) => {
    const group = groups.get(key) ?? new Set([key])
    groups.set(key, group)
    return group
  }
  for (const link of links) {
    const [one, other] = keysOf(link)
    const [a, b] = [groupOf(one), groupOf(other)]
    if (a === b) continue
    const [small, large] = a.size < b.size ? [a, b] : [b, a]
    for (const key of small) {
      large.add(key)
      groups.set(key, large)
    }
  }
  return groupOf
}

function spokes(hub: string, links: readonly Link[]): Link[] {
  const ends = new Map<string, Omit<Link, 'b'>>()
  for (const link of links) {
    for (const a of [link.a, link.b].filter(({ node }) => node !== hub)) {
      const existing = ends.get(endKey(a))
      const sources = [...new Set([...(existing?.sources ?? []), ...link.sources])]
      ends.set(endKey(a), { a, sources, confidence: Math.max(existing?.confidence ?? 0, link.confidence) })
    }
  }
  return [...ends.values()].map((link) => ({ ...link, b: { node: hub, port: undefined } }))
}
