import { assertKeyFits } from '../../access/secrets/stored-secrets.ts'
import { openStore } from '../../store/open.ts'
import { checkSqlite } from '../../store/sqlite/copy.ts'
import { openVault } from '../../store/vault.ts'

/** Throws an OperatorError if the database is damaged, or if the key is not the one that sealed its secrets. */
export async function checkDatabase(file: string, masterKeyFile: string | undefined): Promise<void> {
  await checkSqlite(file)
  if (masterKeyFile === undefined) return
  const store = await openStore({ engine: 'sqlite', file })
  try {
    await assertKeyFits({ store, vault: openVault(masterKeyFile) })
  } finally {
    await store.close()
  }
}
