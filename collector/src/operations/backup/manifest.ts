import { z } from 'zod'
import { databaseName, installationName, masterKeyName } from '../data-dir.ts'

export const manifestName = 'rollcall-backup.json'
export const manifestBytesMax = 64 * 1024

/**
 * What of a data directory nothing else can bring back: certificates of the local CA are made anew from it, what NATS
 * has of a task ends by its expiry, and spools are their parts' own. Names are paths in the data directory.
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

/** The first file of a backup; the others follow as it lists them. */
export const manifestSchema = z.strictObject({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The database of `postgres` is not in the backup. */
  engine: z.enum(['sqlite', 'postgres']),
  files: z.array(fileSchema).max(backedUpFiles.length),
})
export type Manifest = z.infer<typeof manifestSchema>

export const holds = ({ files }: Manifest, name: BackedUpName): boolean => files.some((file) => file.name === name)
