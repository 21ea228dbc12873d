import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import type { Logger } from 'pino'
import { z } from 'zod'
import { assertKeyFits, loadOrCreateSecret } from '../access/secrets/stored-secrets.ts'
import type { SystemContext } from '../lib/context.ts'
import { configFileOf } from '../messaging/server-config.ts'
import { allSites } from '../sites/read.ts'
import type { StoreOptions } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { makeVault, openVault, type Vault } from '../store/vault.ts'
import type { CollectorConfig } from './config.ts'
import { installationName } from './data-dir.ts'

/**
 * Ties a data directory to its database, so that a lost half is detected. An empty database beside keys, or a database
 * without keys, would otherwise start as a new and empty inventory.
 *
 * The file is written first at the very first start, and marked complete when that start succeeds. Until then no client
 * has a key or a certificate, and everything that an interrupted start left is created again.
 */
const markerSchema = z.object({
  /** Also stored in the database, sealed. */
  id: z.uuid(),
  isComplete: z.boolean(),
  /** Set if the collector has created a CA, which joined parts trust. */
  hasLocalCa: z.boolean(),
})
type Marker = z.infer<typeof markerSchema>

export type Installation = {
  /** Set if a missing CA may be created: no part trusts an earlier one. */
  mayMakeCa: boolean
  /** Opens the vault. Creates its key only if the database is empty and the installation is new. */
  openVault(store: Store): Promise<Vault>
  /** Checks the migrated database against the data directory. */
  check(ctx: Pick<SystemContext, 'store' | 'vault' | 'clock'>): Promise<void>
  /** Records durably that the start has succeeded. */
  complete(): Promise<void>
}

const idSecret = 'installation.id'

/** Reads the installation file of the data directory, before the database is opened. */
export async function openInstallation(
  config: Pick<CollectorConfig, 'dataDir' | 'masterKeyFile' | 'store' | 'ownCertificate'>,
  log: Logger,
): Promise<Installation> {
  const { dataDir, masterKeyFile } = config
  const file = join(dataDir, installationName)
  const found = readMarker(file)
  const isEstablished = typeof found === 'object' ? found.isComplete : found === 'damaged' || hasKeys(config)
  // Report an unusable key first: it may be the reason why the database appears to be a different one.
  if (existsSync(masterKeyFile)) openVault(masterKeyFile)
  if (isEstablished && isBlank(config.store)) throw lostDatabase(config)

  let marker: Marker =
    typeof found === 'object' ? found : { id: newId(), isComplete: false, hasLocalCa: isEstablished && madeCa(dataDir) }
  const write = async (next: Marker) => {
    marker = next
    await writeFileWhole(file, `${JSON.stringify(marker)}\n`)
  }
  if (found === 'missing' && !isEstablished) await write(marker)
  if (found === 'damaged') log.warn({ file }, 'installation: the file is damaged; re-creating it from the database')

  return {
    mayMakeCa: !isEstablished || !marker.hasLocalCa,
    async openVault(store) {
      const isEmpty = await store.isEmpty()
      if (isEmpty && isEstablished) throw lostDatabase(config)
      if (isEmpty) return makeVault(masterKeyFile)
      if (existsSync(masterKeyFile)) return openVault(masterKeyFile)
      throw new OperatorError(
        `the master key ${masterKeyFile} is missing, and the secrets in the database are sealed with it: put the file back (from a copy, with "rollcall restore", or from another collector of this database), or set its path in ROLLCALL_MASTER_KEY_FILE`,
      )
    },
    async check(ctx) {
      if (isEstablished && (await allSites(ctx)).length === 0) throw lostDatabase(config)
      await assertKeyFits(ctx)
      const stored = await loadOrCreateSecret(ctx, idSecret, () => Buffer.from(marker.id))
      const id = z.uuid().parse(Buffer.from(stored).toString('utf8'))
      if (id === marker.id) return
      // Another collector of the same database has chosen the id, or this file is new beside an older database.
      if (marker.isComplete) {
        throw new OperatorError(
          `the database belongs to another installation (${id}) than the data directory ${dataDir} (${marker.id}): use the database of this directory, or another --data-dir`,
        )
      }
      await write({ ...marker, id })
    },
    async complete() {
      const hasLocalCa = marker.hasLocalCa || (config.ownCertificate === undefined && madeCa(dataDir))
      if (!marker.isComplete || hasLocalCa !== marker.hasLocalCa)
        await write({ ...marker, isComplete: true, hasLocalCa })
    },
  }
}

function readMarker(file: string): Marker | 'missing' | 'damaged' {
  try {
    return markerSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? 'damaged'
  } catch (error) {
    if (error instanceof SyntaxError) return 'damaged'
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'missing'
    throw error
  }
}

/** Reports whether a release without the file was started here, or its backup restored. */
function hasKeys({
  dataDir,
  masterKeyFile,
  store,
}: Pick<CollectorConfig, 'dataDir' | 'masterKeyFile' | 'store'>): boolean {
  if (masterKeyFile.startsWith(join(dataDir, '/')) && existsSync(masterKeyFile)) return true
  if (store.engine === 'sqlite' && !isBlank(store)) return true
  return madeCa(dataDir) || existsSync(configFileOf(join(dataDir, 'nats')))
}

/**
 * Reports whether a local CA exists. The folder of a collector that only ever had an operator's certificate contains
 * only copies of that one.
 */
function madeCa(dataDir: string): boolean {
  const folder = join(dataDir, 'tls')
  return existsSync(folder) && readdirSync(folder).some((name) => /^(ca|server)\.(pem|key)$/.test(name))
}

/**
 * Reports whether the store is new. SQLite treats a file of 0 bytes as a new database, and discards a log beside it.
 */
const isBlank = (store: StoreOptions): boolean =>
  store.engine === 'sqlite' && (statSync(store.file, { throwIfNoEntry: false })?.size ?? 0) === 0

function lostDatabase({ dataDir, store }: Pick<CollectorConfig, 'dataDir' | 'store'>): OperatorError {
  const database = store.engine === 'sqlite' ? store.file : 'the PostgreSQL database of ROLLCALL_DATABASE_URL'
  const isMissing = store.engine === 'sqlite' && !existsSync(store.file)
  return new OperatorError(
    `${database} is ${isMissing ? 'missing' : 'empty'}, but ${dataDir} holds the keys of an installation: restore the database from a backup ("rollcall restore" with --force); for a new and empty inventory move ${dataDir} away, or name another folder with --data-dir`,
  )
}
