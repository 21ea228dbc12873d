import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { casesOf } from '../../harness/long-form.ts'
import { mountPowerCutDisk, type PowerCutDisk } from '../../harness/power-cut-disk.ts'
import { type BusySite, nothingLost, startBusySite, waitForMore } from '../support/busy-site.ts'

let disk: PowerCutDisk
let site: BusySite
beforeAll(async () => {
  disk = await mountPowerCutDisk()
  site = await startBusySite(join(disk.path, 'data'))
})
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await disk?.end()
})

const serviceComplains = () =>
  waitForMore('the Audit Service to log it', async () => {
    const log = await readFile(join(disk.path, 'data', 'logs', 'audit-service.log'), 'utf8')
    return log.split('\n').filter((line) => /EIO/.test(line)).length
  })

const cases = [
  ['all of it', 'data', () => site.sendsFail()],
  ['JetStream', 'nats', () => site.resultsWait()],
  ['the Audit Service', 'audit-service', serviceComplains],
  ['the logs', 'logs', () => site.snapshotsGoIn()],
] as const

test.for(casesOf(cases, 1))(
  'loses nothing when the disk of %s fails with EIO for some time',
  async ([name, folder, effect], context) => {
    const begin = () => disk.failIn(folder)
    const end = () => disk.failIn(undefined)
    expect(await site.survive({ fault: `EIO in the files of ${name}`, begin, effect, end }, context)).toEqual(
      nothingLost,
    )
  },
)
