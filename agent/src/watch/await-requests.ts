import { dayMs } from '@rollcall/shared/durations.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { agentWantedPath, agentWantedSchema } from '@rollcall/shared/messages/agent-protocol.ts'
import { createBackoff, parseRetryAfterMs } from '@rollcall/shared/node/backoff.ts'
import { createCollectorClient, urlsOf } from '@rollcall/shared/node/collector-client.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import type { HttpClient, HttpResponse } from '@rollcall/shared/node/pinned-client.ts'
import { reasonOf } from '@rollcall/shared/node/problem.ts'
import type { ProxyFor } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import type { AgentConfig } from '../config.ts'
import type { Log } from '../log.ts'
import { tickMs } from './change-detector.ts'
import type { ReadConfig } from './config-reader.ts'
import { createRunLimit } from './run-limit.ts'
import { type Run, runOrWarn } from './run-or-warn.ts'
import type { WatchClock } from './watch-clock.ts'

type RequestOptions = WatchClock & {
  currentConfig: ReadConfig
  run: Run
  proxy: (ofJoin: string | undefined) => ProxyFor
  log: Log
  random?: () => number
}

/** Three requests may each be answered at once; a collector that asks all the time gets a snapshot a minute. */
const limitOptions = { runsMax: 3, everyMs: 60_000 }
/** Time between two calls, also if the collector answers each at once. */
const callGapMsMin = 5_000
/** The collector answers within a minute. */
const callMsMax = 90_000
const answerBytesMax = 64 * 1024
const backoffOptions = { baseMs: 5_000, maxMs: 5 * 60_000 }
/** A collector of an older release does not have the call. */
const unknownCallMs = 60 * 60_000
const retryAfterMsMax = dayMs

/** Waits for requests for a snapshot at the collector, and starts a run for each. */
export async function awaitRequests(options: RequestOptions): Promise<void> {
  const { currentConfig, log, signal, nowMs, sleep, random } = options
  const limit = createRunLimit({ ...limitOptions, nowMs })
  const backoff = createBackoff({ ...backoffOptions, ...(random && { random }) })
  const clientFor = clients(options)
  /** A run is bounded; a call that is answered in the same way again starts another. */
  const runIfAllowed = async (reason: string) => {
    if (!limit.isReached() && (await runOrWarn(reason, options))) limit.count()
  }
  let lastProblem: string | undefined
  while (!signal.aborted) {
    const config = await currentConfig()
    if (!config || config.deletedAt !== undefined) {
      await sleep(tickMs, signal)
      continue
    }
    const calledAtMs = nowMs()
    const answer = await call(clientFor(config), config, signal)
    if (signal.aborted) return
    const { problem } = answer
    if (problem !== undefined && lastProblem === undefined) log.warn({}, `requests cannot arrive: ${problem}`)
    if (problem === undefined && lastProblem !== undefined) log.info({}, 'requests can arrive again')
    lastProblem = problem
    if (problem === undefined) backoff.reset()
    // A run finds out whether the agent was deleted, and records it.
    if (answer.isRefused) await runIfAllowed('the collector refuses this agent')
    if (answer.isWanted) await runIfAllowed('the collector asks for a snapshot')
    const isPunctual = problem === undefined && answer.atLeastMs === 0
    const gapMs = Math.max(0, calledAtMs + callGapMsMin - nowMs())
    await sleep(Math.max(gapMs, isPunctual ? 0 : backoff.nextMs(answer.atLeastMs)), signal)
  }
}

/** `problem`: the reason that nothing was learned. `atLeastMs`: the time before the next call. */
type Answer = { isWanted?: boolean; isRefused?: true; problem?: string; atLeastMs: number }

async function call(client: HttpClient, { token }: AgentConfig, signal: AbortSignal): Promise<Answer> {
  let response: HttpResponse
  const ended = new AbortController()
  const end = () => ended.abort(signal.aborted ? signal.reason : new Error(`no answer within ${callMsMax} ms`))
  const timer = setTimeout(end, callMsMax)
  signal.addEventListener('abort', end)
  try {
    response = await client({
      method: 'GET',
      path: agentWantedPath,
      headers: { Authorization: `Bearer ${token}`, 'User-Agent': `rollcall-agent/${productVersion}` },
      timeoutMs: callMsMax,
      answerBytesMax,
      signal: ended.signal,
    })
  } catch (error) {
    return { problem: `the collector cannot be reached: ${messageOf(error)}`, atLeastMs: 0 }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
  return answerOf(response)
}

function answerOf(response: HttpResponse): Answer {
  const { status, headers, body } = response
  const field = headers['retry-after']
  const retryAfterMs = parseRetryAfterMs(typeof field === 'string' ? field : undefined, Date.now())
  const atLeastMs = Math.min(retryAfterMs ?? 0, retryAfterMsMax)
  const problem = `the collector answered ${reasonOf(response)}`
  if (status === 401) return { isRefused: true, problem, atLeastMs }
  if (status === 404) return { problem: `${problem}: it may be of an older release`, atLeastMs: unknownCallMs }
  if (status !== 200) return { problem, atLeastMs }
  const wanted = agentWantedSchema.safeParse(parseJson(body))
  if (!wanted.success) return { problem: `${problem}, but the answer is not from a collector`, atLeastMs }
  return { isWanted: wanted.data.snapshotWanted, atLeastMs }
}

/** Returns a function that makes a client for the configuration, and another one only after a change. */
function clients({ proxy }: Pick<RequestOptions, 'proxy'>): (config: AgentConfig) => HttpClient {
  let current: { config: AgentConfig; client: HttpClient } | undefined
  return (config) => {
    if (current?.config !== config) {
      const { caPem } = config
      const sessions = new Map<string, Buffer>()
      const client = createCollectorClient({
        urls: () => urlsOf(config),
        caPem,
        proxyFor: proxy(config.proxy),
        sessions,
      })
      current = { config, client }
    }
    return current.client
  }
}
