import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'

/** Where a link ends: at a port of a node, or somewhere at it. */
export type End = { node: string; port: string | undefined }

/** What is known of a link, and from whom. */
export type Link = {
  a: End
  b: End
  sources: Neighbor['protocol'][]
  /** 0..1, see `confidence`. */
  confidence: number
}

/** How sure a link is, by who told of it. */
export const confidence = {
  /** Both ends announced the other. */
  bothAnnounced: 1,
  oneAnnounced: 0.9,
  /** Announced across a switch that passed the announcement on. */
  passedOn: 0.6,
  /** Each has the other in its forwarding table, and nobody is between them. */
  bothForwarding: 0.7,
  oneForwarding: 0.4,
} as const

export const endKey = ({ node, port }: End): string => JSON.stringify([node, port ?? null])
