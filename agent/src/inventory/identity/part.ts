import type { identitySchema } from '@rollcall/shared/inventory/identity.ts'
import type { z } from 'zod'

/** Identifiers of one source. */
export type IdentityPart = z.input<typeof identitySchema>
