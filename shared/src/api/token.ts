import { z } from 'zod'

/** OAuth 2.0 client credentials grant (RFC 6749 section 4.4). */
export const tokenRequestSchema = z
  .object({
    grant_type: z.string().meta({ example: 'client_credentials' }),
    client_id: z.string().optional().meta({ description: '20 characters; here or by HTTP Basic' }),
    client_secret: z.string().optional(),
    scope: z.string().optional().meta({ example: 'api_client' }),
  })
  .meta({ id: 'TokenRequest' })

export const tokenResponseSchema = z
  .object({
    access_token: z.string().meta({ description: 'Opaque, at least 256 bits' }),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds', example: 3600 }),
  })
  .meta({ id: 'TokenResponse' })

/** RFC 6749 section 5.2. */
export const tokenErrorCodes = ['invalid_client', 'unsupported_grant_type', 'invalid_scope', 'invalid_request'] as const
export const tokenErrorSchema = z
  .object({ error: z.enum(tokenErrorCodes), error_description: z.string() })
  .meta({ id: 'TokenError' })
export type TokenErrorCode = (typeof tokenErrorCodes)[number]
