/** Data about the agent in a delivery of its snapshot. */
export type AgentDelivery = {
  siteId: string
  agentId?: string
  /** Hash of the bearer token that the delivery came with. */
  agentTokenHash?: string
  agentVersion?: string
  /** Id of the snapshot that the agent sent before. */
  agentPreviousId?: string
  agentReport?: AgentReport
}

/** Values of a snapshot that the list of agents shows. */
export type AgentReport = {
  osName: string | null
  truncated: readonly string[]
  clockAheadMs: number
}

/** A stored delivery, with its device and snapshot. */
export type StoredDelivery = {
  delivery: AgentDelivery
  outcome: { status: string; deviceId: string; snapshotId: string | null }
}
