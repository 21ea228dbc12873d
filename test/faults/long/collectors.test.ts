import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom, type Random } from '../../bench/dataset/random.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { type BusyCollectors, lossesOf, nothingLost, startBusyCollectors } from '../support/busy-collectors.ts'
import { type Collectors, startCollectors } from '../support/collectors.ts'
import { recordFigures } from '../support/figures.ts'
import { guardOf, roundsOf, seed } from '../support/rounds.ts'

/** Limit of the time between the begin of a scan and a fault. */
const delayMsMax = 1_000

let folder: TmpFolder
let collectors: Collectors
let busy: BusyCollectors

beforeAll(async () => {
  folder = await tmpFolder()
  collectors = await startCollectors(folder.path)
  busy = await startBusyCollectors(folder.path, collectors)
})
afterAll(async () => {
  await busy?.[Symbol.asyncDispose]()
  await collectors?.[Symbol.asyncDispose]()
  await folder?.remove()
})

/** Faults that leave enough servers to work with. Each gives its end. */
const faults: Record<string, (random: Random) => Promise<() => Promise<unknown>>> = {
  'kill -9 of a collector': async (random) => {
    const index = random.below(2)
    await collectors.kill(index)
    return () => collectors.start(index)
  },
  'kill -9 of a NATS server': async (random) => {
    const { nats } = collectors
    const index = random.below(nats.urls.length)
    await nats.stop(index, 'SIGKILL')
    return () => nats.start(index)
  },
  'loss of all connections to PostgreSQL': async () => {
    await collectors.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rollcall'")
    return async () => undefined
  },
}
const faultNames = Object.keys(faults)
const rounds = roundsOf({ short: faultNames.length })

test(
  'two collectors behind a balancer lose and duplicate nothing and stay available, whichever part fails',
  guardOf(rounds, 300_000),
  async (context) => {
    const random = createRandom(seed)
    const recoveriesMs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const name = faultNames[(round + seed) % faultNames.length] ?? ''
      const { recoveryMs, failures } = await busy.survive(name, async () => {
        await delay(random.below(delayMsMax))
        return (await faults[name]?.(random)) ?? expect.unreachable(name)
      })
      expect(failures, name).toEqual([])
      recoveriesMs.push(recoveryMs)
    }
    const { accepted, ...verdict } = await busy.finish()
    const figures = { rounds, accepted, ...lossesOf(verdict), recoveriesMs }
    recordFigures(context, { fault: 'two collectors, one part fails', ...figures })
    expect(verdict).toEqual(nothingLost)
  },
)
