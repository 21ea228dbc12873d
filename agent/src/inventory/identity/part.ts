import type { identitySchema } from '@rollcall/shared/inventory/identity.ts'
import type { z } from 'zod'

/** What one source knows of the identity. */
export type IdentityPart = z.input<typeof identitySchema>
