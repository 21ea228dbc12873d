import { openStore } from '../store/open.ts'

/**
 * Connects to the database of a PostgreSQL URL. Returns how it can lose commits; undefined if it cannot. Rejects with an
 * OperatorError if its address, encoding or clock is wrong.
 */
export async function checkPostgres(url: string): Promise<string | undefined> {
  const store = await openStore({ engine: 'postgres', url })
  try {
    return await store.lossRisk()
  } finally {
    await store.close()
  }
}
