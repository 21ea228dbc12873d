import { expect, it } from 'vitest'
import type { Kit } from '../../store/kit.ts'
import { readMigrations } from '../../store/migrations.ts'
import { openStore } from '../../store/open.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'

/** Earlier tables, as far as a host needs them. */
const oldTables = (kit: Kit) => ({
  tasks: kit.table('tasks', {
    id: kit.text('id').primaryKey(),
    siteId: kit.text('site_id').notNull(),
    kind: kit.text('kind').notNull(),
    status: kit.text('status').notNull(),
    requestedBy: kit.text('requested_by').notNull(),
    createdAt: kit.time('created_at').notNull(),
    expiresAt: kit.time('expires_at').notNull(),
    attempt: kit.integer('attempt').notNull(),
    input: kit.json<object>('input').notNull(),
    addressesTotal: kit.integer('addresses_total').notNull(),
    addressesDone: kit.integer('addresses_done').notNull(),
    hostsFound: kit.integer('hosts_found').notNull(),
    audited: kit.integer('audited').notNull(),
    failed: kit.integer('failed').notNull(),
    heartbeatsMissed: kit.integer('heartbeats_missed').notNull(),
  }),
  taskHosts: kit.table('task_hosts', {
    taskId: kit.text('task_id').notNull(),
    address: kit.text('address').notNull(),
    outcome: kit.text('outcome').notNull(),
  }),
})

describeOnBothEngines('hosts counted by an earlier release', ({ engine, newDatabase }) => {
  it('have the time of their task', async () => {
    await using stack = new AsyncDisposableStack()
    const store = await openStore(await newDatabase())
    stack.defer(() => store.close())
    const migrations = await readMigrations(engine)
    const at = migrations.findIndex(({ name }) => name.endsWith('_task_hosts_at.sql'))
    await store.migrate(migrations.slice(0, at))
    const createdAt = '2026-11-20T08:00:00.000Z'
    await store.write(async (tx) => {
      const { tasks, taskHosts } = tx.tables(oldTables)
      const counts = { addressesTotal: 1, addressesDone: 1, hostsFound: 1, audited: 0, failed: 0, heartbeatsMissed: 0 }
      const task = { siteId: 's', kind: 'scan', status: 'Success', requestedBy: 'A person', attempt: 1, input: {} }
      await tx.insert(tasks).values({ id: 't', ...task, ...counts, createdAt, expiresAt: createdAt })
      await tx.insert(taskHosts).values({ taskId: 't', address: '10.0.0.1', outcome: 'new' })
    })
    await store.migrate(migrations)
    const rows = await store.read((db) => db.select().from(db.tables(taskTables).taskHosts))
    expect(rows).toEqual([
      {
        taskId: 't',
        address: '10.0.0.1',
        deviceId: null,
        outcome: 'new',
        at: createdAt,
        reason: 'not-reported',
        attempts: null,
      },
    ])
  })
})
