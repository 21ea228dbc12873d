import { z } from 'zod'

const sshCredentialKey = z.string().min(1).max(80)

/** Cached data of one host. It contains no secret: a credential is identified by its id. */
export const hostRecordSchema = z.strictObject({
  /** Canonical text. */
  address: z.string().min(2).max(64),
  /** Milliseconds since 1970. */
  seenAtMs: z.number().int().nonnegative(),
  /** Parameters of the last SNMP read. */
  snmp: z
    .strictObject({
      port: z.number().int().min(1).max(65_535),
      credentialId: z.string().min(1).max(64),
      /** True if an SNMPv3 engine answered discovery. */
      engine: z.boolean(),
    })
    .optional(),
  /** Outcomes of credentials at the SSH server, each named by its id and two bytes of its digest. */
  ssh: z
    .strictObject({
      accepted: sshCredentialKey.optional(),
      refused: z.array(z.strictObject({ credential: sshCredentialKey, atMs: z.number().int() })).max(64),
    })
    .optional(),
  /** Number of credentials refused on that day, in UTC (`2026-11-21`). */
  refused: z.strictObject({ day: z.iso.date(), count: z.number().int().positive() }).optional(),
  /** The first credential that was not tried because the attempts were used up. */
  resumeAt: z.string().min(1).max(64).optional(),
})
export type HostRecord = z.infer<typeof hostRecordSchema>
