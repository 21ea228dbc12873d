import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import type { SignIn } from '../access/better-auth/lazy.ts'
import type { Limits } from '../access/quota/limits.ts'
import type { SignedIn } from '../access/sign-in/sessions.ts'
import type { AgentRecord } from '../enrollment/agents/agent-cache.ts'
import type { AgentSchedules } from '../enrollment/agents/agent-schedules.ts'
import type { WaitingAgents } from '../enrollment/agents/waiting-agents.ts'
import type { Ingest } from '../ingest/accept/ingest.ts'
import type { Reader } from '../ingest/reading/reader.ts'
import type { Actor, Context, SystemContext } from '../lib/context.ts'
import type { Maintenance } from '../operations/maintenance.ts'
import type { Readiness } from '../operations/readiness.ts'
import type { TimeGuard } from '../operations/trusted-time/guard.ts'
import type { AnsweringThreads } from './answering/threads.ts'
import type { Streams } from './answers/streams.ts'
import type { Installation } from './install/install-command.ts'

/** Values that a request carries after the middleware has run. */
export type Environment = {
  Bindings: Partial<Pick<HttpBindings, 'incoming'>> & {
    /** Set for a call over the local path of an operator. */
    isLocal?: true
    /** Id of the request that this call belongs to. */
    requestId?: string
    /** Address of the caller. */
    address?: string
    /** Set for a page of a list that is exported, and in a thread: the call itself was authenticated and counted. */
    part?: Pick<Environment['Variables'], 'caller' | 'session'>
    /** Receives the number of records in each part of an exported list. Set for a report. */
    onRecords?: (count: number) => void
    /** Reports that the call was authenticated, so that its connection is kept. */
    authenticated?: (callerId: string) => void
  }
  Variables: {
    requestId: string
    /**
     * Authenticated caller. Set for every call under /api, except for token requests and the calls of agents and Audit
     * Services.
     */
    caller: Actor | undefined
    /** Session of a caller who is signed in by cookie. */
    session: SignedIn | undefined
    /** Set for every call under /api/v1. */
    ctx: Context
    /** Answers another request of the same call. Set for every call under /api/v1. */
    fetchPart(request: Request): Promise<Response>
    /** Set for the calls of agents that have joined. */
    agent: AgentRecord
  }
}

/** The HTTP interface, to which each file of routes adds its own. */
export type App = OpenAPIHono<Environment>
/** A request and its response. */
export type HttpContext = HonoContext<Environment>
export type Middleware = MiddlewareHandler<Environment>

/** `updating` while migrations run. */
export type StartPhase = 'updating' | 'ready'
/** Phase of the collector: `maintenance` while an operator keeps the API closed. */
export type Phase = StartPhase | 'maintenance'

/** Access of an Audit Service to NATS. Messaging creates it; http does not import messaging. */
type ServiceAdmission = {
  userJwt: string
  /** As in `serviceJoinedSchema`. */
  natsCaPem?: string | null
  taskSigningKey: string
  collectorCurveKey: string
}

/** Dependencies of the routes, provided by main.ts. */
export type HttpDeps = {
  system: SystemContext
  ingest: Ingest
  limits: Limits
  maintenance: Maintenance
  /** Called only after the start. */
  readiness(): Promise<Readiness>
  streams: Streams
  /** Agents that wait for requests at this collector. */
  waitingAgents: WaitingAgents
  agentSchedules: AgentSchedules
  reader: Reader
  /** Threads that answer reads; undefined if the main thread answers all. */
  answering: AnsweringThreads | undefined
  /** Finds the caller of a bearer token: an App registration, or a command on this machine. */
  authenticate(token: string): Promise<Actor | undefined>
  /** Returns true for the token of commands on this machine. */
  isOperator(token: string): boolean
  /** Sign-in, passwords and second factors. */
  signIn: SignIn
  /** Called after a person confirmed a held job, so that it continues at once. */
  alertConfirmed(): void
  /** Uses an agent's clock as evidence while the collector's clock is in doubt. */
  witnessClock: TimeGuard['witness']
  admitAuditService(service: { id: string; userPublicKey: string }): Promise<ServiceAdmission>
  /** Returns the addresses of NATS for Audit Services that reach the collector at these URLs. */
  natsServersFor(collectorUrls: readonly string[]): string[]
  /** Returns the collector's own URLs for its parts, in the order in which they try them; empty if none is set. */
  publicUrls(): string[]
  /** PEM of the CA that agents and Audit Services trust, and its pin for join tokens. */
  caPem: string
  caPin: string
  installation: Installation
}
