/** What a delivery of an agent's snapshot says about the agent. */
export type AgentDelivery = {
  siteId: string
  agentId?: string
  agentVersion?: string
  /** The snapshot that the agent sent before. */
  agentPreviousId?: string
}

/** A delivery that was stored, with the device and the snapshot that it led to. */
export type StoredDelivery = {
  delivery: AgentDelivery
  outcome: { status: string; deviceId: string; snapshotId: string | null }
}
