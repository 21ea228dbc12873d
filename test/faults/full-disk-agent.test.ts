import { join } from 'node:path'
import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allDevices } from '../flows/support/inventory.ts'
import { casesOf } from '../harness/long-form.ts'
import { freePort } from '../harness/ports.ts'
import { mountPowerCutDisk, type PowerCutDisk } from '../harness/power-cut-disk.ts'
import { runCli, startUp, type Up } from '../harness/rollcall.ts'
import { type SmallDisk, smallDisk } from '../harness/small-disk.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { snapshotsOf } from './support/result-ledger.ts'

let folder: TmpFolder
let small: SmallDisk
let broken: PowerCutDisk
let up: Up
beforeAll(async () => {
  folder = await tmpFolder()
  up = await startUp({ args: ['--no-agent'] })
  small = await smallDisk(join(folder.path, 'agent'), { size: '8m', inodes: 500 })
  broken = await mountPowerCutDisk()
  for (const stateDir of [small.path, broken.path]) {
    const { token } = await up.api.create('/api/v1/join-tokens', { for: 'agent' }, joinTokenSchema)
    const args = ['agent', 'join', '--url', up.facts.url, '--token', token, '--state-dir', stateDir]
    expect((await runCli(args)).code).toBe(0)
  }
})
afterAll(async () => {
  await up?.stop()
  await broken?.end()
  await small?.unmount()
  await folder?.remove()
})

const stored = async () => {
  const counts = (await allDevices(up.api)).map(async ({ id }) => (await snapshotsOf(up.api, id)).length)
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

const faults = [
  {
    what: 'without space',
    stateDir: () => small.path,
    begin: () => small.fill('space'),
    end: () => small.clear(),
    reason: 'ENOSPC',
  },
  {
    what: 'without inodes',
    stateDir: () => small.path,
    begin: () => small.fill('inodes'),
    end: () => small.clear(),
    reason: 'ENOSPC',
  },
  {
    what: 'while its spool fails with EIO',
    stateDir: () => broken.path,
    begin: () => broken.failIn('spool'),
    end: () => broken.failIn(undefined),
    reason: 'EIO',
  },
]

test.for(casesOf(faults, 1))(
  'the agent fails with the reason $what, and sends its spooled snapshots afterwards',
  async (fault) => {
    const runAgent = (...args: string[]) => runCli(['agent', 'run', '--state-dir', fault.stateDir(), ...args])
    const before = await stored()
    const { code } = await runAgent('--url', `https://127.0.0.1:${await freePort()}`)
    expect(code).toBe(0)
    await fault.begin()
    const failed = await runAgent()
    expect({ code: failed.code, stderr: failed.stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`^rollcall: .*spool .*${fault.reason}`, 'm')),
    })
    await fault.end()
    expect(await runAgent()).toMatchObject({ code: 0 })
    // The one that waited, and the one of the last run; of the run that failed there is none.
    expect(await stored()).toBe(before + 2)
  },
)
