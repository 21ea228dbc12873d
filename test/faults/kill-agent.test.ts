import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createRandom } from '../bench/dataset/random.ts'
import { allDevices } from '../flows/support/inventory.ts'
import { startProcess } from '../harness/processes.ts'
import { launcher, runCli, startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { recordFigures } from './support/figures.ts'
import { snapshotsOf, watchEntries } from './support/result-ledger.ts'
import { guardOf, roundsOf, seed } from './support/rounds.ts'

const rounds = roundsOf({ short: 1, share: 0.5 })
const observationSchema = z.object({ observedAt: z.iso.datetime() })

let folder: TmpFolder
let up: Up
let state: string[]
beforeAll(async () => {
  folder = await tmpFolder()
  up = await startUp({ args: ['--no-agent'] })
  state = ['--state-dir', join(folder.path, 'agent')]
  const { token } = await up.api.create('/api/v1/join-tokens', { for: 'agent' }, joinTokenSchema)
  expect((await runCli(['agent', 'join', '--url', up.facts.url, '--token', token, ...state])).code).toBe(0)
})
afterAll(async () => {
  await up?.stop()
  await folder?.remove()
})

test('kill -9 of the agent loses and duplicates no spooled snapshot', guardOf(rounds, 60_000), async (context) => {
  const random = createRandom(seed)
  const times = new Set<string>()
  const watch = watchEntries(join(folder.path, 'agent', 'spool'), (bytes) => {
    times.add(observationSchema.parse(JSON.parse(gunzipSync(bytes).toString('utf8'))).observedAt)
  })
  const recoveriesMs: number[] = []
  const wholeRunMs = await runToEnd()
  for (let round = 0; round < rounds; round += 1) {
    const spec = { program: launcher.program, args: [launcher.script, 'agent', 'run', ...state] }
    const agent = await startProcess(spec)
    await Promise.race([delay(random.below(wholeRunMs)), agent.exited])
    agent.signal('SIGKILL')
    await agent.exited
    recoveriesMs.push(await runToEnd())
  }
  await watch.stop()
  const [device] = await allDevices(up.api)
  const stored = (await snapshotsOf(up.api, device?.id ?? '')).map(({ auditDate }) => auditDate)
  const lost = [...times].filter((time) => !stored.includes(time))
  const doubled = stored.length - new Set(stored).size
  const accepted = times.size
  recordFigures(context, {
    fault: 'kill -9 of the agent',
    rounds,
    accepted,
    lost: lost.length,
    doubled,
    recoveriesMs,
  })
  expect(accepted).toBeGreaterThan(rounds)
  expect({ lost, doubled }).toEqual({ lost: [], doubled: 0 })
})

/** Gives how long it took. */
async function runToEnd(): Promise<number> {
  const startedAt = performance.now()
  const { code, stderr } = await runCli(['agent', 'run', ...state])
  expect(code, stderr).toBe(0)
  return performance.now() - startedAt
}
