import { readdir } from 'node:fs/promises'
import { lockStateDir, writeServiceFile } from '@rollcall/audit-service/messaging/service-file.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { CommandFailed } from '../failed.ts'
import { auditServiceStatus } from './audit-service-status.ts'

let folder: TmpFolder
beforeEach(async () => {
  folder = await tmpFolder()
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await folder.remove()
})

const join = () =>
  writeServiceFile(folder.path, {
    auditServiceId: '01990000-0000-7000-8000-00000000000a',
    siteId: '01990000-0000-7000-8000-00000000000b',
    name: 'site',
    collectorUrl: 'https://collector.example:8443',
    natsServers: ['tls://collector.example:4222'],
    userJwt: '',
    caPem: '',
    taskSigningKey: '',
    collectorCurveKey: '',
    userSeed: '',
    curveSeed: '',
  })
const status = () => auditServiceStatus({ stateDir: folder.path, json: true })
const printed = () => JSON.parse(String(vi.mocked(console.log).mock.lastCall?.[0]))

it('fails before the join, and creates nothing', async () => {
  await expect(status()).rejects.toThrow(CommandFailed)
  expect(printed()).toMatchObject({ joined: false, running: false, waiting: 0 })
  expect(await readdir(folder.path)).toEqual([])
})

it('fails while no process runs, also if one ran before, and succeeds while one does', async () => {
  await join()
  await expect(status()).rejects.toThrow(CommandFailed)
  const lock = await lockStateDir(folder.path)
  await status()
  expect(printed()).toMatchObject({ joined: true, running: true })
  lock.release()
  await expect(status()).rejects.toThrow(CommandFailed)
  expect(printed()).toMatchObject({ joined: true, running: false })
})
