import { z } from 'zod'

const sshCredentialKey = z.string().min(1).max(80)

/** What is remembered of one host between scans. No secret: a credential is named by its id. */
export const hostRecordSchema = z.strictObject({
  /** Canonical text. */
  address: z.string().min(2).max(64),
  /** Milliseconds since 1970. */
  seenAtMs: z.number().int().nonnegative(),
  /** How it was last read by SNMP. */
  snmp: z
    .strictObject({
      port: z.number().int().min(1).max(65_535),
      credentialId: z.string().min(1).max(64),
      /** Whether an SNMPv3 engine answered discovery. */
      engine: z.boolean(),
    })
    .optional(),
  /** How its SSH server took to credentials, each named by its id and two bytes of its digest. */
  ssh: z
    .strictObject({
      accepted: sshCredentialKey.optional(),
      refused: z.array(z.strictObject({ credential: sshCredentialKey, atMs: z.number().int() })).max(64),
    })
    .optional(),
  /** Credentials it refused on that day, in UTC (`2026-11-21`). */
  refused: z.strictObject({ day: z.iso.date(), count: z.number().int().positive() }).optional(),
  /** The credential that there was no attempt left for. */
  resumeAt: z.string().min(1).max(64).optional(),
})
export type HostRecord = z.infer<typeof hostRecordSchema>
