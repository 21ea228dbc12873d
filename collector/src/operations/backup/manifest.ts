import { z } from 'zod'
import { databaseName, installationName, masterKeyName } from '../data-dir.ts'

export const manifestName = 'rollcall-backup.json'
export const manifestBytesMax = 64 * 1024

/**
 * Paths in the data directory that cannot be re-created. Certificates of the local CA are issued again, tasks in NATS
 * expire, and spools belong to their own parts.
 */
export const backedUpFiles = [
  databaseName,
  masterKeyName,
  installationName,
  'tls/ca.key',
  'tls/ca.pem',
  'audit-service/service.json',
  'agent/agent.json',
] as const

const fileSchema = z.strictObject({
  name: z.enum(backedUpFiles),
  sizeBytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BackupFile = z.infer<typeof fileSchema>
export type BackedUpName = BackupFile['name']

/** The first file of a backup, which lists the others in order. */
export const manifestSchema = z.strictObject({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** With `postgres` the database is not in the backup. */
  engine: z.enum(['sqlite', 'postgres']),
  files: z.array(fileSchema).max(backedUpFiles.length),
})
export type Manifest = z.infer<typeof manifestSchema>

export const holds = ({ files }: Manifest, name: BackedUpName): boolean => files.some((file) => file.name === name)
