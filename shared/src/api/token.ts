import { z } from 'zod'
import { text } from './common.ts'

/** OAuth 2.0 client credentials grant (RFC 6749 section 4.4). */
export const tokenRequestSchema = z
  .object({
    grant_type: z.string().meta({ example: 'client_credentials' }),
    client_id: text('k7m2xq9fpw4htz3nv8bd').optional().meta({ description: '20 characters; here or by HTTP Basic' }),
    client_secret: text('t0p-s3cret').optional(),
    scope: z.string().optional().meta({ example: 'api_client' }),
  })
  .meta({ id: 'TokenRequest' })

export const tokenResponseSchema = z
  .object({
    access_token: text('Zq3tW8mVb1nYc5xLd7kRf9sGh2jPa4uE6oTi0wQvNzM').meta({
      description: 'Opaque, at least 256 bits',
    }),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds', example: 3600 }),
  })
  .meta({ id: 'TokenResponse' })

/** RFC 6749 section 5.2. */
const tokenErrorCodes = ['invalid_client', 'unsupported_grant_type', 'invalid_scope', 'invalid_request'] as const
export const tokenErrorSchema = z
  .object({ error: z.enum(tokenErrorCodes), error_description: text('grant_type must be client_credentials.') })
  .meta({ id: 'TokenError' })
export type TokenErrorCode = (typeof tokenErrorCodes)[number]
