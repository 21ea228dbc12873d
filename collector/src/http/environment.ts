import type { Actor, Context, SystemContext } from '../context.ts'
import type { AgentRecord } from '../enrolment/read.ts'
import type { Ingest } from '../ingest/ingest.ts'

/** What a request carries once the middleware has run. */
export type Environment = {
  Variables: {
    requestId: string
    /** Set for every call under /api/v1. */
    ctx: Context
    /** Set for what agents send once they have joined. */
    agent: AgentRecord
  }
}

/** Whether the collector takes work: `updating` while migrations run. */
export type Phase = 'updating' | 'ready'

/** What lets an Audit Service connect to NATS; made by messaging, which http does not know. */
export type ServiceAdmission = {
  userJwt: string
  natsServers: string[]
  /** As in `serviceJoinedSchema`. */
  natsCaPem?: string | null
  taskSigningKey: string
  collectorCurveKey: string
}

/** Everything the routes call, wired in main.ts. */
export type HttpDeps = {
  system: SystemContext
  ingest: Ingest
  /** The caller behind a bearer token: an App registration, or a command on this machine. */
  authenticate(token: string): Promise<Actor | undefined>
  admitAuditService(service: { id: string; userPublicKey: string; host: string }): Promise<ServiceAdmission>
  /** PEM of the CA that joined parts trust, and its pin for join tokens. */
  caPem: string
  caPin: string
}
