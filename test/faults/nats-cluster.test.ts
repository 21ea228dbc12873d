import { join } from 'node:path'
import { ensureCertificates } from '@rollcall/collector/operations/certificates/certificates.ts'
import { makeFolder } from '@rollcall/shared/node/durable-files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { natsServerProgram } from '../harness/nats.ts'
import { claimsDir, type NatsCluster, startNatsCluster } from '../harness/nats-cluster.ts'
import { runCli } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { type BusySite, nothingLost, startBusySite } from './support/busy-site.ts'
import { guardOf, roundsOf } from './support/rounds.ts'

let folder: TmpFolder
let cluster: NatsCluster
let site: BusySite

beforeAll(async () => {
  folder = await tmpFolder()
  const dataDir = join(folder.path, 'data')
  const customer = join(folder.path, 'customer')
  await makeFolder(customer)
  const { caFile, chainFile, keyFile } = await ensureCertificates({
    dataDir: customer,
    own: undefined,
    extraHosts: [],
    mayMakeCa: true,
    log: { warn: () => undefined },
    now: new Date(),
  })
  const args = ['--json', '--data-dir', dataDir, '--claims-dir', claimsDir]
  const printed = await runCli(['collector', 'nats-config', ...args])
  cluster = await startNatsCluster({
    program: natsServerProgram(),
    folder: customer,
    certFile: chainFile,
    keyFile,
    trustLines: z.object({ lines: z.array(z.string()) }).parse(printed.json()).lines,
  })
  site = await startBusySite(dataDir, { ROLLCALL_NATS_URL: cluster.urls.join(','), ROLLCALL_NATS_CA_FILE: caFile })
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
