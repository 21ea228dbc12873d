import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import type { Store } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { pc, testIngest } from '../testing/ingest.ts'
import { agent, ping } from '../testing/observations.ts'

const verbs = new Set<string | symbol>([
  ...['select', 'selectDistinct', 'rowsAmong', 'rowsAmongPairs', '$count', 'revisionOf'],
  ...['insert', 'update', 'delete', 'insertRows', 'upsertRows', 'updateRows', 'deleteRows'],
])

/** Counts the statements of a store's write transactions. */
function countVerbs(store: Store) {
  const counted = { verbs: 0 }
  const countedIn = <T extends object>(tx: T): T =>
    new Proxy(tx, {
      get(target, name) {
        if (verbs.has(name)) counted.verbs += 1
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  const write = store.write.bind(store)
  store.write = (fn, committed) => write((tx) => fn(countedIn(tx)), committed)
  return counted
}

describeOnBothEngines('the statements of a group', ({ open }) => {
  const hour = 60
  const software = (version: string) => ({ software: [{ name: 'Editor', version }] })
  const rounds: ((number: number) => Observation)[] = [
    (number) => agent(number, { ...pc(number), ...software('1') }),
    (number) => agent(2 * hour + number, { ...pc(number), ...software('1') }),
    (number) => agent(4 * hour + number, { ...pc(number), ...software('2'), hostname: `renamed${number}` }),
    (number) => ping(6 * hour + number, `10.0.1.${number}`),
    (number) => ping(8 * hour + number, `10.0.1.${number}`),
  ]

  async function statementsOf(devices: number): Promise<number[]> {
    const store = await open()
    const counted = countVerbs(store)
    const { ingest, submit } = testIngest(store)
    const counts: number[] = []
    for (const round of rounds) {
      counted.verbs = 0
      await Promise.all(Array.from({ length: devices }, (_, index) => submit(round(index + 1), { autoTag: 'Office' })))
      await ingest.drain()
      counts.push(counted.verbs)
    }
    return counts
  }

  it('do not grow with the number of devices', async () => {
    const few = await statementsOf(4)
    expect(Math.min(...few)).toBeGreaterThan(10)
    expect(await statementsOf(16)).toEqual(few)
  })
})
