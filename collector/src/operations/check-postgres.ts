import { openStore } from '../store/open.ts'

/** Connects to the database of a PostgreSQL URL. Rejects with an OperatorError if its address, encoding or clock is wrong. */
export async function checkPostgres(url: string): Promise<void> {
  const store = await openStore({ engine: 'postgres', url })
  await store.close()
}
