import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'

/** The end of a link: a port of a node, or an unknown port. */
export type End = { node: string; port: string | undefined }

/** A link with its sources. */
export type Link = {
  a: End
  b: End
  sources: Neighbor['protocol'][]
  /** Confidence from 0 to 1, see `confidence`. */
  confidence: number
}

/** Confidence of a link by its sources. */
export const confidence = {
  /** Both ends announce each other. */
  bothAnnounced: 1,
  oneAnnounced: 0.9,
  /** The announcement passed through another switch. */
  passedOn: 0.6,
  /** Each has the other in its forwarding table, and no switch is between them. */
  bothForwarding: 0.7,
  oneForwarding: 0.4,
} as const

export const endKey = ({ node, port }: End): string => JSON.stringify([node, port ?? null])
