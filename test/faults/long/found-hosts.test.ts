import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type AuditSite, createSegment, joinFromInside, requestScan } from '../../flows/support/audit-site.ts'
import { readTask, taskEnd } from '../../flows/support/inventory.ts'
import { addWideRange, wideHost } from '../../harness/network/wide-range.ts'
import { type Network, startNetwork } from '../../harness/network.ts'
import { freePort } from '../../harness/ports.ts'
import { startUp, type Up } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { waitFor } from '../../harness/wait.ts'

/** All of it answers; the first and the last address of a block are no host's. */
const addresses = ['10.80.1.0/24', '10.80.5.0/24']
const live = 2 * 254
/** Slow enough to be met in the middle. */
const scanOptions = scanOptionsSchema.parse({ pingOnly: true, maxPacketsPerSecond: 200 })

let folder: TmpFolder
let network: Network
let up: Up
let site: AuditSite
let segmentId: string

beforeAll(async () => {
  folder = await tmpFolder()
  network = await startNetwork({ hosts: [wideHost] })
  await addWideRange(network, 80)
  const args = ['--no-agent', '--host', network.rootAddress, '--port', `${await freePort()}`]
  args.push('--nats-port', `${await freePort()}`)
  up = await startUp({ dataDir: join(folder.path, 'data'), args })
  site = await joinFromInside(network, up, 'inside')
  const { auditServiceId } = site
  segmentId = (await createSegment(up.api, { name: 'Wide', type: 'ip-range', auditServiceId, addresses, scanOptions }))
    .id
})
afterAll(async () => {
  await up?.stop()
  await network?.stop()
  await folder?.remove()
})

test('kill -9 of the collector and the Audit Service at once loses no host of a scan', async () => {
  const taskId = await requestScan(up.api, segmentId)
  const inTheMiddle = async () => {
    const { status, progress } = await readTask(up.api, taskId)
    const stored = progress.new + progress.known
    return status === 'Running' && stored > 0 && stored < live
  }
  await waitFor(inTheMiddle, { what: 'the first hosts of the scan', timeoutMs: 20_000 })
  const pid = up.pidOf('collector')
  process.kill(pid, 'SIGKILL')
  await site.service().stop('SIGKILL')
  await waitFor(() => up.pidOf('collector') !== pid, { what: 'the collector to be started again', timeoutMs: 20_000 })
  await site.start()
  await expectEachOnce(taskId)
})

/** The scan ends well, every host is one device and was counted once, and nothing is left on the way. */
async function expectEachOnce(taskId: string): Promise<void> {
  // A task that was in the hands of a killed process is given out again after half a minute.
  const task = await taskEnd(up.api, taskId, 90_000)
  expect(task).toMatchObject({ status: 'Success', error: null, progress: { hostsFound: live, ignored: 0 } })
  expect(task.progress.new + task.progress.known).toBe(live)
  const { total } = await up.api.read('/api/v1/devices?limit=1', z.object({ total: z.int() }))
  expect(total).toBe(live)
  const waiting = async () => {
    const { stdout } = await site.cli('audit-service', 'status', '--json', '--state-dir', site.stateDir)
    return z.object({ waiting: z.int() }).parse(JSON.parse(stdout)).waiting
  }
  await waitFor(async () => (await waiting()) === 0, { what: 'every result to be sent' })
  const parked = join(up.dataDir, 'parked')
  expect(existsSync(parked) ? await readdir(parked) : []).toEqual([])
}
