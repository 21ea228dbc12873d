import { join } from 'node:path'
import { messageOf } from '@rollcall/shared/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../../bench/dataset/random.ts'
import { browserSession } from '../../harness/browser-session.ts'
import { startOnMachine } from '../../harness/machine.ts'
import { freePort } from '../../harness/ports.ts'
import { mountPowerCutDisk, type PowerCut, type PowerCutDisk } from '../../harness/power-cut-disk.ts'
import { launcher, readyFactsSchema, startUp, type Up } from '../../harness/rollcall.ts'
import { waitFor } from '../../harness/wait.ts'
import { recordFigures } from '../support/figures.ts'
import { cutPower, drawCut } from '../support/power.ts'
import { guardOf, roundsOf, seed } from '../support/rounds.ts'

const rounds = roundsOf({ short: 1 })

let disk: PowerCutDisk
let ports: string[]
/** Number of disk changes of a first start without faults. */
let changesOfStart: number

beforeAll(async () => {
  disk = await mountPowerCutDisk()
  ports = ['--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  const up = await startUp({ dataDir: join(disk.path, 'whole'), args: ports, isMachine: true })
  changesOfStart = await disk.countChanges()
  await up.stop('SIGKILL')
})
afterAll(() => disk?.end())

test('starts again after a power cut at any moment of the first start', guardOf(rounds, 60_000), async (context) => {
  const random = createRandom(seed)
  const failures: string[] = []
  const recoveriesMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = join(disk.path, `round-${round}`)
    const cut = drawCut(round, random, changesOfStart)
    try {
      const earlierPassword = await cutFirstStart(dataDir, cut)
      const startedAt = performance.now()
      const up = await startUp({ dataDir, args: ports, isMachine: true })
      recoveriesMs.push(performance.now() - startedAt)
      await expectAdministrator(up, earlierPassword).finally(() => up.stop('SIGKILL'))
    } catch (error) {
      failures.push(`round ${round}, ${JSON.stringify(cut)}: ${messageOf(error)}`)
    }
  }
  const lost = failures.length
  recordFigures(context, {
    fault: 'power cut at the first start',
    rounds,
    accepted: rounds,
    lost,
    doubled: 0,
    recoveriesMs,
  })
  expect(failures).toEqual([])
})

/** Gives the administrator's password where the start got as far as printing it. */
async function cutFirstStart(dataDir: string, cut: PowerCut) {
  const args = [launcher.script, 'up', '--json', '--data-dir', dataDir, ...ports]
  const machine = await startOnMachine({ program: launcher.program, args })
  const isReady = waitFor(() => machine.stdout() !== '', { what: 'the first start to end', timeoutMs: 60_000 })
  await cutPower(disk, machine, cut, Promise.race([isReady, machine.exited]))
  return readyFactsSchema.safeParse(parseLine(machine.stdout())).data?.password
}

const parseLine = (line: string): unknown => (line === '' ? undefined : JSON.parse(line))

/** Somebody has been given a password that signs the administrator in. */
async function expectAdministrator({ api, facts }: Up, earlierPassword: string | undefined): Promise<void> {
  const password = facts.password ?? earlierPassword
  expect(password, 'the first password').toBeDefined()
  const answer = await browserSession(api, facts.url).signIn(facts.username, password ?? '')
  expect(answer.status, answer.body.toString('utf8')).toBe(200)
}
