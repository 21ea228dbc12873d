import type { Logger } from 'pino'
import { absentHere, onlyOnMain, timeOfQuestion } from '../http/answering/serve-questions.ts'
import type { HttpDeps } from '../http/environment.ts'
import type { SystemContext } from '../lib/context.ts'
import { noMetrics } from '../lib/metrics.ts'
import type { ReadingStore, Store } from '../store/store.ts'

/** Creates the dependencies of routes in a thread: a store to read. The main thread has everything else. */
export function answeringDeps(reading: ReadingStore, log: Logger): HttpDeps {
  const store: Store = {
    ...reading,
    write: onlyOnMain,
    writeCounters: onlyOnMain,
    isEmpty: onlyOnMain,
    migrate: onlyOnMain,
    assertRoom: onlyOnMain,
    size: onlyOnMain,
    lossRisk: onlyOnMain,
    outage: onlyOnMain,
    check: onlyOnMain,
    cutOff: onlyOnMain,
  }
  const system: SystemContext = {
    store,
    clock: { now: timeOfQuestion },
    vault: absentHere(),
    log,
    metrics: noMetrics,
    outbound: absentHere(),
    wakeOutbox: onlyOnMain,
  }
  return {
    system,
    ingest: absentHere(),
    limits: absentHere(),
    maintenance: absentHere(),
    readiness: onlyOnMain,
    streams: absentHere(),
    waitingAgents: absentHere(),
    agentSchedules: absentHere(),
    reader: absentHere(),
    answering: undefined,
    authenticate: onlyOnMain,
    isOperator: onlyOnMain,
    signIn: absentHere(),
    alertConfirmed: onlyOnMain,
    witnessClock: onlyOnMain,
    admitAuditService: onlyOnMain,
    natsServersFor: onlyOnMain,
    publicUrls: onlyOnMain,
    get caPem() {
      return onlyOnMain()
    },
    get caPin() {
      return onlyOnMain()
    },
    installation: absentHere(),
  }
}
