import { join } from 'node:path'
import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allDevices } from '../flows/support/inventory.ts'
import { freePort } from '../harness/ports.ts'
import { runCli, startUp, type Up } from '../harness/rollcall.ts'
import { type SmallDisk, smallDisk } from '../harness/small-disk.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { snapshotsOf } from './support/result-ledger.ts'

let folder: TmpFolder
let disk: SmallDisk
let up: Up
let state: string[]
beforeAll(async () => {
  folder = await tmpFolder()
  up = await startUp({ args: ['--no-agent'] })
  disk = await smallDisk(join(folder.path, 'agent'), { size: '8m', inodes: 500 })
  state = ['--state-dir', disk.path]
  const { token } = await up.api.create('/api/v1/join-tokens', { for: 'agent' }, joinTokenSchema)
  expect((await runCli(['agent', 'join', '--url', up.facts.url, '--token', token, ...state])).code).toBe(0)
})
afterAll(async () => {
  await up?.stop()
  await disk?.unmount()
  await folder?.remove()
})

const runAgent = (...args: string[]) => runCli(['agent', 'run', ...state, ...args])
const stored = async () => {
  const [device] = await allDevices(up.api)
  return device ? (await snapshotsOf(up.api, device.id)).length : 0
}

test.each(['space', 'inodes'] as const)(
  'the agent fails and says why without %s, and sends what waits',
  async (kind) => {
    const before = await stored()
    const { code } = await runAgent('--url', `https://127.0.0.1:${await freePort()}`)
    expect(code).toBe(0)
    await disk.fill(kind)
    const failed = await runAgent()
    expect({ code: failed.code, stderr: failed.stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^rollcall: .*spool .*ENOSPC/m),
    })
    expect(await stored()).toBe(before + 1)
    await disk.clear()
    expect(await runAgent()).toMatchObject({ code: 0 })
    expect(await stored()).toBe(before + 2)
  },
)
