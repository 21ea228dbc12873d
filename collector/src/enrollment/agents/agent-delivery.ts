/** Data about the agent in a delivery of its snapshot. */
export type AgentDelivery = {
  siteId: string
  agentId?: string
  agentVersion?: string
  /** Id of the snapshot that the agent sent before. */
  agentPreviousId?: string
}

/** A stored delivery, with its device and snapshot. */
export type StoredDelivery = {
  delivery: AgentDelivery
  outcome: { status: string; deviceId: string; snapshotId: string | null }
}
