import { taskKindSchema } from '@rollcall/shared/messages/task.ts'
import type { SystemContext } from '../../lib/context.ts'
import { type Backlog, outboxKinds, readBacklog } from '../../outbox/backlog.ts'
import { countOpenTasks, type OpenTasks } from '../../scanning/tasks/count-open-tasks.ts'
import type { Sample, Section } from './sections.ts'

type StoreFacts = {
  now: number
  size: { bytes: number; logBytes?: number }
  backlog: Backlog[]
  tasks: OpenTasks[]
}

const freshMs = 15_000

/** Creates the gauges of the database and its queues. Each query reads a few rows, or a bounded part of an index. */
export const storeSection = ({ store, clock }: Pick<SystemContext, 'store' | 'clock'>): Section<StoreFacts> => ({
  name: 'store',
  freshMs,
  read: async () => ({
    now: clock.now().getTime(),
    size: await store.size(),
    ...(await store.read(async (db) => ({
      backlog: await readBacklog(db, outboxKinds),
      tasks: await countOpenTasks(db),
    }))),
  }),
  gauges: {
    rollcall_store_size_bytes: {
      help: 'Size of the database.',
      values: ({ size }) => size.bytes,
    },
    rollcall_store_wal_size_bytes: {
      help: "Size of SQLite's write-ahead log.",
      values: ({ size }) => size.logBytes,
    },
    rollcall_outbox_messages: {
      help: 'Messages that wait to be sent, by kind, counted up to 100,000.',
      labels: ['kind'],
      values: ({ backlog }) => backlog.map(({ kind, messages }): Sample => [{ kind }, messages]),
    },
    rollcall_outbox_oldest_age_seconds: {
      help: 'Age of the oldest message that waits to be sent; 0 if there is none.',
      labels: ['kind'],
      values: ({ backlog, now }) => backlog.map(({ kind, oldest }): Sample => [{ kind }, ageOf(oldest, now)]),
    },
    rollcall_tasks: {
      help: 'Scans and audits that have not ended, by kind and status.',
      labels: ['kind', 'status'],
      values: ({ tasks }) => eachTask(tasks, ({ tasks: count }) => count),
    },
    rollcall_tasks_oldest_age_seconds: {
      help: 'Age of the oldest scan or audit that has not ended, by kind and status; 0 if there is none.',
      labels: ['kind', 'status'],
      values: ({ tasks, now }) => eachTask(tasks, ({ oldest }) => ageOf(oldest, now)),
    },
  },
})

/** Returns a sample for each kind and status, also for those without a task. */
function eachTask(tasks: readonly OpenTasks[], valueFrom: (tasks: OpenTasks) => number): Sample[] {
  return taskKindSchema.options.flatMap((kind) =>
    (['Queued', 'Running'] as const).map((status): Sample => {
      const found = tasks.find((each) => each.kind === kind && each.status === status)
      return [{ kind, status }, found ? valueFrom(found) : 0]
    }),
  )
}

const ageOf = (time: string | null | undefined, now: number): number =>
  time ? Math.max(0, (now - Date.parse(time)) / 1000) : 0
