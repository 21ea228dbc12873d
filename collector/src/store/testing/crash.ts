/*
 * For the crash test, as a process of its own: `node crash.ts FILE` commits fifty rows, reports each after its commit,
 * and kills itself in the middle of the next transaction.
 */
import { eq } from 'drizzle-orm'
import { openSqlite } from '../sqlite/open.ts'
import { sampleTables } from './tables.ts'

const [, , file = ''] = process.argv
const store = await openSqlite(file)
const { shelves } = store.tables(sampleTables)

for (let number = 100; number < 150; number += 1) {
  const id = String(number)
  await store.write((tx) => tx.insert(shelves).values({ id }))
  await store.writeCounters((tx) => tx.update(shelves).set({ room: 'counted' }).where(eq(shelves.id, id)))
  process.stdout.write(`${number}\n`)
}
await store.write(async (tx) => {
  await tx.insert(shelves).values({ id: 'never' })
  process.kill(process.pid, 'SIGKILL')
})
