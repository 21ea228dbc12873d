import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { Task } from '@rollcall/shared/messages/task.ts'
import { expect, test } from 'vitest'
import type { Report } from '../messaging/report.ts'
import { type RunTaskOptions, runTask } from './run-task.ts'

/** Runs a task for these addresses, and records the reported scan. */
async function run(addresses: string[], { lookup, ...given }: Pick<RunTaskOptions, 'lookup'> & Partial<Task> = {}) {
  const task: Task = {
    version: 1,
    taskId: newId(),
    attempt: 1,
    serviceId: newId(),
    kind: 'scan',
    issuedAt: '2026-11-20T08:00:00.000Z',
    expiresAt: '2026-11-20T09:00:00.000Z',
    addresses,
    options: scanOptionsSchema.parse({ pingOnly: true }),
    ...given,
  }
  const started: number[] = []
  const report: Report = {
    started: async (addressesTotal) => void started.push(addressesTotal),
    host: async () => undefined,
    tested: async () => undefined,
    progress: () => undefined,
  }
  const options = lookup === undefined ? {} : { lookup }
  return { outcome: await runTask(task, [], report, AbortSignal.timeout(20_000), options), started }
}

const noAddress = () => Promise.reject(new Error('not found'))

test('fails a scan without a resolved name, with the reason', async () => {
  const { outcome, started } = await run(['printer.example.com', 'nas.example.com'], { lookup: noAddress })
  expect(outcome.status).toBe('Failed')
  expect(outcome.error).toMatch(/^there is no address to scan: .*nas\.example\.com: not found/)
  expect(started).toEqual([])
})

test('succeeds with some resolved names, and lists the others', async () => {
  const { outcome, started } = await run(['127.0.0.1', 'nas.example.com'], { lookup: noAddress })
  expect(outcome).toEqual({ status: 'Success', error: 'not scanned: nas.example.com: not found' })
  expect(started).toEqual([1])
})

test('counts the addresses of names against the limit', async () => {
  const addresses = Array.from({ length: 8 }, (_, index) => ({ address: `127.64.0.${index + 1}` }))
  const { outcome, started } = await run(['127.0.0.0/12', 'localhost'], { lookup: async () => addresses })
  expect(outcome.status).toBe('Failed')
  expect(outcome.error).toMatch(/has 10485\d\d addresses; at most 1048576 are allowed/)
  expect(started).toEqual([])
})

test('fails an audit of an unreadable host, unlike a scan', async () => {
  const { outcome, started } = await run(['127.0.0.1'], { kind: 'audit' })
  expect(outcome).toEqual({ status: 'Failed', error: expect.stringMatching(/^no host that answered could be read/) })
  expect(started).toEqual([1])
})
