import { newId } from '@rollcall/shared/ids.ts'
import { untried } from '@rollcall/shared/messages/host-audit.ts'
import type { ResultInput } from '@rollcall/shared/messages/result.ts'
import type { Progress } from '@rollcall/shared/messages/task.ts'
import { SpoolFullError } from '@rollcall/shared/node/spool.ts'
import { expect, test } from 'vitest'
import type { StoredPart } from '../spool/result-spool.ts'
import { createReport } from './report.ts'

function reportThat(keeps: StoredPart) {
  const results: ResultInput[] = []
  const progress: Progress[] = []
  const report = createReport(
    { taskId: newId(), attempt: 1 },
    {
      spool: {
        async add(result) {
          results.push(result)
          return result.kind === 'host' ? keeps : 'all'
        },
      },
      publishProgress: (_, now) => void progress.push(now),
      onSpooled: () => undefined,
      signal: new AbortController().signal,
      onWait: () => undefined,
    },
  )
  const see = (address: string) =>
    report.host(
      address,
      {
        schemaVersion: 1,
        id: newId(),
        source: 'Service',
        observedAt: '2026-11-20T08:00:00.000Z',
        type: 'unknown',
        name: address,
        identity: {},
        depth: 'audit',
      },
      untried('read'),
    )
  return { report, results, see }
}

const counts = { addressesTotal: 20, addressesDone: 20, hostsFound: 10, audited: 10, notAudited: 0, failed: 0 }

test('counts hosts with too large results as failed, and names them', async () => {
  const { report, results, see } = reportThat('presence')
  for (let host = 1; host <= 10; host += 1) await see(`10.0.0.${host}`)
  report.progress(counts)
  await report.finished({ status: 'Success', error: 'not scanned: nas' })
  expect(results.at(-1)).toMatchObject({
    kind: 'finished',
    outcome: {
      status: 'Success',
      error: expect.stringMatching(
        /^not scanned: nas; the results of 10\.0\.0\.1, .*10\.0\.0\.8 and 2 more are too large to send: only their/,
      ),
    },
    progress: { ...counts, audited: 0, failed: 10 },
  })
})

test('does not mention hosts that were stored', async () => {
  const { report, results, see } = reportThat('observation')
  await see('10.0.0.1')
  report.progress(counts)
  await report.finished({ status: 'Success' })
  expect(results.at(-1)).toMatchObject({ outcome: { status: 'Success' }, progress: counts })
  expect(results.at(-1)).not.toHaveProperty('outcome.error')
})

test('waits while the spool is full, and stores the host once there is space', async () => {
  const results: ResultInput[] = []
  const waits: string[] = []
  let isFull = true
  const report = createReport(
    { taskId: newId(), attempt: 1 },
    {
      spool: {
        async add(result) {
          if (isFull) throw new SpoolFullError('the spool is full')
          results.push(result)
          return 'all'
        },
      },
      publishProgress: () => undefined,
      onSpooled: () => undefined,
      signal: new AbortController().signal,
      onWait: (reason) => {
        waits.push(reason)
        isFull = false
      },
    },
  )
  await report.started(7)
  expect({ kinds: results.map(({ kind }) => kind), waits }).toEqual({
    kinds: ['started'],
    waits: ['the spool is full'],
  })
})

test('ends its wait for space in the spool when the task is stopped', async () => {
  const stop = new AbortController()
  const report = createReport(
    { taskId: newId(), attempt: 1 },
    {
      spool: { add: () => Promise.reject(new SpoolFullError('the spool is full')) },
      publishProgress: () => undefined,
      onSpooled: () => undefined,
      signal: stop.signal,
      onWait: () => stop.abort(new Error('the task was cancelled')),
    },
  )
  await expect(report.started(7)).rejects.toMatchObject({ name: 'AbortError' })
})
