import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NatsCluster } from '../harness/nats-cluster.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { type BusySite, nothingLost, startBusySite } from './support/busy-site.ts'
import { startOwnNats } from './support/own-nats.ts'
import { guardOf, roundsOf } from './support/rounds.ts'

let folder: TmpFolder
let cluster: NatsCluster
let site: BusySite

beforeAll(async () => {
  folder = await tmpFolder()
  const dataDir = join(folder.path, 'data')
  const nats = await startOwnNats(join(folder.path, 'customer'), dataDir)
  cluster = nats.cluster
  site = await startBusySite(dataDir, nats.env)
})
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await cluster?.stopAll()
  await folder?.remove()
})

const rounds = roundsOf({ short: 1 })

test(
  "kill -9 of each server of a customer's NATS cluster during a scan loses and duplicates nothing",
  guardOf(rounds, 180_000),
  async (context) => {
    for (let round = 0; round < rounds; round += 1) {
      const verdict = await site.survive(
        {
          fault: 'kill -9 of each server of a NATS cluster in turn',
          begin: async () => {
            for (const index of cluster.urls.keys()) {
              await cluster.stop(index, 'SIGKILL')
              await cluster.start(index)
            }
          },
          effect: async () => undefined,
          end: async () => undefined,
        },
        context,
      )
      expect(verdict).toEqual(nothingLost)
    }
  },
)
