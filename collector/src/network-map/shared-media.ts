import { createHash } from 'node:crypto'
import { type End, endKey, type Link } from './links.ts'

/** Links of which each has two ends of its own, and the ids of the switches that this takes and nobody tells of. */
export type Untangled = { links: Link[]; unmanaged: string[] }

/**
 * A cable has two ends. Where more ports meet one another, there is a switch between them: the one of them that has no
 * forwarding table, or else one that tells nobody of itself. It gets a link to each.
 */
export function withUnmanaged(links: readonly Link[]): Untangled {
  const groupOf = groupsOf(links)
  const isPlain = (link: Link) => groupOf(keysOf(link)[0]).size <= 2
  const kept = links.filter(isPlain)
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
    kept.push(...spokes(hub, among))
  }
  return { links: kept, unmanaged }
}

/** By forwarding tables, a switch whose own is not known is at the other end of each; an announcement is of one cable. */
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

/** The ends that are joined with an end by links, itself among them. */
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
      const known = ends.get(endKey(a))
      const sources = [...new Set([...(known?.sources ?? []), ...link.sources])]
      ends.set(endKey(a), { a, sources, confidence: Math.max(known?.confidence ?? 0, link.confidence) })
    }
  }
  return [...ends.values()].map((link) => ({ ...link, b: { node: hub, port: undefined } }))
}
