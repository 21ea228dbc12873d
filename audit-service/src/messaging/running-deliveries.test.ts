import { cp, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '@rollcall/shared/ids.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { openRunningDeliveries } from './running-deliveries.ts'

const log = pino({ level: 'silent' })
const ackSubject = '$JS.ACK.ROLLCALL_TASKS.service-x.1.1.1.1700000000000000000.0'

let folder: TmpFolder
let stateDir: string
beforeEach(async () => {
  folder = await tmpFolder()
  stateDir = join(folder.path, 'state')
  await mkdir(stateDir)
  const deliveries = await openRunningDeliveries(stateDir, log)
  const ended = newId()
  await deliveries.set(newId(), ackSubject)
  await deliveries.set(ended, ackSubject)
  await deliveries.delete(ended)
})
afterEach(() => folder.remove())

it('returns the deliveries of a killed process', async () => {
  expect((await openRunningDeliveries(stateDir, log)).left).toEqual([ackSubject])
})

it('returns no deliveries of a copied folder, even at the original path', async () => {
  const copy = join(folder.path, 'copy')
  await cp(stateDir, copy, { recursive: true })
  expect((await openRunningDeliveries(copy, log)).left).toEqual([])
  await rename(stateDir, join(folder.path, 'first'))
  await rename(copy, stateDir)
  expect((await openRunningDeliveries(stateDir, log)).left).toEqual([])
})

it.each([
  ['on another machine or after a reboot', async () => 'another boot'],
  ['where the boot has no id', () => Promise.reject(new Error('no such file'))],
])('returns no deliveries %s', async (_, readBootId) => {
  expect((await openRunningDeliveries(stateDir, log, readBootId)).left).toEqual([])
})
