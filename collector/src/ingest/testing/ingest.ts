import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { Store } from '../../store/store.ts'
import { createIngest, type Delivery } from '../accept/ingest.ts'
import type { Seen } from './observations.ts'
import { testSystem } from './system.ts'

/** For tests: observations of distinct machines. */
export const pc = (number: number): Seen => ({
  agentId: `agent-${number}`,
  biosUuid: `4c4c4544-0042-3010-8053-${String(number).padStart(12, '0')}`,
  macAddresses: [`00:1b:21:00:00:${String(number).padStart(2, '0')}`],
  ipAddresses: [`10.0.0.${number}`],
  hostname: `pc${number}`,
})

/** For tests: ingest into a store. */
export function testIngest(store: Store) {
  const { system, ctx, clock, contextOf } = testSystem(store)
  const ingest = createIngest(system)
  const submit = (observation: Observation, rest: Partial<Delivery> = {}) =>
    ingest.submit({ siteId: 'site', observation, actor: 'agent pc', ...rest })
  return { store, ingest, submit, ctx, clock, contextOf }
}
