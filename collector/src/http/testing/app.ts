import { createSignIn } from '../../access/better-auth/lazy.ts'
import { createLimits } from '../../access/quota/limits.ts'
import { authenticateToken } from '../../access/registrations/authenticate.ts'
import { createAgentSchedules } from '../../enrollment/agents/agent-schedules.ts'
import { createWaitingAgents } from '../../enrollment/agents/waiting-agents.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { createReader } from '../../ingest/reading/reader.ts'
import { openOfferedPackages } from '../../operations/offered-packages.ts'
import { testContext } from '../../testing/context.ts'
import { listExporter } from '../answers/lists-for-reports.ts'
import { createStreams } from '../answers/streams.ts'
import { createApp } from '../app.ts'
import type { StartPhase } from '../environment.ts'
import { answeringOf } from './answering.ts'

type Bytes = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
export type TestCall = {
  /** null sends no token. */
  token?: string | null
  headers?: Record<string, string>
  /** Address of the caller. */
  address?: string
  /** Body, sent as it is. */
  body?: Bytes
  /** Body, sent as JSON with its Content-Type. */
  json?: unknown
  /** Aborts the call, as a caller that disconnects. */
  signal?: AbortSignal
}

/** For tests: creates the whole app on a store, with a token for each kind of caller. It listens on no port. */
export async function testApp(...given: Parameters<typeof testContext>) {
  const test = await testContext(...given)
  const callers = new Map([
    ['administrator', test.ctx.actor],
    ['starter', { ...test.ctx.actor, capabilities: ['StartAuditsOrScans' as const] }],
    ['reader', test.reader.actor],
    ['local', { ...test.ctx.actor, kind: 'system' as const, id: 'local' }],
  ])
  let phase: StartPhase = 'ready'
  let isInMaintenance = false
  const streams = createStreams(test.ctx.log)
  const waitingAgents = createWaitingAgents(test.ctx, { checkMs: 50 })
  const app = createApp(
    {
      system: test.ctx,
      ingest: createIngest(test.ctx),
      limits: createLimits(test.ctx),
      readiness: async () => ({ store: 'ok', disk: 'ok', nats: 'ok' }),
      maintenance: {
        isOn: () => isInMaintenance,
        set: async (on) => {
          isInMaintenance = on
        },
      },
      authenticate: async (token) => callers.get(token) ?? (await authenticateToken(test.ctx, token)),
      streams,
      waitingAgents,
      agentSchedules: createAgentSchedules(test.ctx),
      reader: createReader(test.ctx),
      answering: await answeringOf(test.ctx),
      isOperator: (token) => token === 'local',
      signIn: createSignIn(test.ctx),
      alertConfirmed: () => undefined,
      witnessClock: () => undefined,
      admitAuditService: async () => ({
        userJwt: 'jwt',
        taskSigningKey: 'A',
        collectorCurveKey: 'X',
      }),
      natsServersFor: () => ['tls://127.0.0.1:4222'],
      publicUrls: () => [],
      caPem: 'PEM',
      caPin: 'P'.repeat(44),
      installation: { packages: openOfferedPackages('/nonexistent'), chainFile: '/nonexistent' },
    },
    () => phase,
  )
  return {
    ...test,
    streams,
    waitingAgents,
    routes: app.routes,
    exportList: listExporter(app),
    setPhase(next: StartPhase) {
      phase = next
    },
    /** Calls as the Administrator by default. */
    async call(
      method: string,
      path: string,
      { token = 'administrator', headers, address = '192.0.2.1', body, json, signal }: TestCall = {},
    ) {
      const sent = json === undefined ? body : JSON.stringify(json)
      return app.fetch(
        new Request(`https://collector.example${path}`, {
          method,
          ...(signal && { signal }),
          headers: {
            ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
            ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...headers,
          },
          ...(sent === undefined ? {} : { body: sent, duplex: 'half' }),
        }),
        { address },
      )
    },
  }
}

/** For tests: creates a body that never ends; `bytesRead` counts the bytes read from it. */
export function endlessBody(chunk = new Uint8Array(16_384)) {
  const state = { bytesRead: 0 }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        state.bytesRead += chunk.length
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, state }
}
