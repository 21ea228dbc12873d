import { pino } from 'pino'
import type { Context, SystemContext } from '../../lib/context.ts'
import { noMetrics } from '../../lib/metrics.ts'
import type { Store } from '../../store/store.ts'
import { at } from './observations.ts'

const unused = () => {
  throw new Error('not used in this test')
}

/** For tests: a system around a store, with a clock set by the test. It starts long after all observations. */
export function testSystem(store: Store, now = at(1_000_000)) {
  const clock = { time: now, now: () => new Date(clock.time) }
  const system: SystemContext = {
    store,
    clock,
    vault: { seal: unused, open: unused, openText: unused },
    log: pino({ level: 'silent' }),
    metrics: noMetrics,
    outbound: { checkAddress: unused, connect: unused },
    wakeOutbox: () => undefined,
  }
  const contextOf = (siteId: string): Context => ({
    ...system,
    siteId,
    actor: { kind: 'user', id: 'u1', name: 'Test', capabilities: [], siteIds: [siteId] },
  })
  return { system, clock, contextOf, ctx: contextOf('site') }
}
