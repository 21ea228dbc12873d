import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../../bench/dataset/random.ts'
import { type PostgresPair, startPostgresPair } from '../../harness/postgres-pair.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { type BusyCollectors, lossesOf, nothingLost, startBusyCollectors } from '../support/busy-collectors.ts'
import { type Collectors, startCollectors } from '../support/collectors.ts'
import { recordFigures } from '../support/figures.ts'
import { guardOf, roundsOf, seed } from '../support/rounds.ts'

/** Limit of the time between the loss of the primary and the promotion. */
const promotionMsMax = 2_000

let folder: TmpFolder
let servers: PostgresPair
let collectors: Collectors
let busy: BusyCollectors

beforeAll(async () => {
  folder = await tmpFolder()
  servers = await startPostgresPair()
  collectors = await startCollectors(folder.path, { database: servers })
  busy = await startBusyCollectors(folder.path, collectors)
})
afterAll(async () => {
  await busy?.[Symbol.asyncDispose]()
  await collectors?.[Symbol.asyncDispose]()
  await folder?.remove()
})

const rounds = roundsOf({ short: 2 })

test(
  'two collectors lose and duplicate nothing when the PostgreSQL primary dies and its standby is promoted',
  guardOf(rounds, 300_000),
  async (context) => {
    const random = createRandom(seed)
    const fault = 'loss of the PostgreSQL primary, its standby promoted'
    const recoveriesMs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { recoveryMs, failures } = await busy.survive(fault, async () => {
        await servers.killPrimary()
        await delay(random.below(promotionMsMax))
        await servers.promote()
        return () => servers.rebuildStandby()
      })
      recoveriesMs.push(recoveryMs)
      // Without a primary nothing can be read or stored: the balancer has nobody to repeat a request at.
      expect(failures.filter((failure) => !/\b503\b|socket hang up/.test(failure))).toEqual([])
    }
    const { accepted, ...verdict } = await busy.finish()
    recordFigures(context, { fault, rounds, accepted, ...lossesOf(verdict), recoveriesMs })
    expect(verdict).toEqual(nothingLost)
  },
)
