import type { HttpBindings } from '@hono/node-server'
import type { SignIn } from '../access/better-auth/lazy.ts'
import type { Limits } from '../access/quota/limits.ts'
import type { SignedIn } from '../access/sign-in/sessions.ts'
import type { AgentRecord } from '../enrollment/agents/agent-cache.ts'
import type { Ingest } from '../ingest/accept/ingest.ts'
import type { Reader } from '../ingest/reading/reader.ts'
import type { Actor, Context, SystemContext } from '../lib/context.ts'
import type { Maintenance } from '../operations/maintenance.ts'
import type { Readiness } from '../operations/readiness.ts'
import type { TimeGuard } from '../operations/trusted-time/guard.ts'
import type { Streams } from './answers/streams.ts'

/** What a request carries once the middleware has run. */
export type Environment = {
  Bindings: Partial<Pick<HttpBindings, 'incoming'>> & {
    /** Of a call that came over the local path of an operator; it has got its id there. */
    local?: { requestId: string }
    /** Where the call came from. */
    address?: string
    /** Says that the call proved whose it is, so that its connection keeps its place. */
    authenticated?: (callerId: string) => void
  }
  Variables: {
    requestId: string
    /** Who calls, where somebody known does; set for every call under /api but the token requests and those of other parts. */
    caller: Actor | undefined
    /** Where the caller is somebody signed in, by a cookie. */
    session: SignedIn | undefined
    /** Set for every call under /api/v1. */
    ctx: Context
    /** Set for what agents send once they have joined. */
    agent: AgentRecord
  }
}

/** `updating` while migrations run. */
export type StartPhase = 'updating' | 'ready'
/** Whether the collector takes work: `maintenance` while an operator keeps the API closed. */
export type Phase = StartPhase | 'maintenance'

/** What lets an Audit Service connect to NATS; made by messaging, which http does not know. */
type ServiceAdmission = {
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
  limits: Limits
  maintenance: Maintenance
  /** Asked once it has started. */
  readiness(): Promise<Readiness>
  streams: Streams
  reader: Reader
  /** The caller behind a bearer token: an App registration, or a command on this machine. */
  authenticate(token: string): Promise<Actor | undefined>
  /** Whether it is the token of commands on this machine. */
  isOperator(token: string): boolean
  /** Sign-in, passwords and second factors. */
  signIn: SignIn
  /** Called after a person confirmed a held job, so that it goes on at once. */
  alertConfirmed(): void
  /** Takes an agent's clock as evidence while ours is in doubt. */
  witnessClock: TimeGuard['witness']
  admitAuditService(service: { id: string; userPublicKey: string; host: string }): Promise<ServiceAdmission>
  /** PEM of the CA that joined parts trust, and its pin for join tokens. */
  caPem: string
  caPin: string
}
