import { z } from 'zod'
import { idSchema, text } from './common.ts'

/**
 * RFC 9457 problem details, the body of every API error. Exceptions: OAuth errors (RFC 6749) and the 503 during an
 * update.
 */
export const problemSchema = z
  .object({
    type: z.string().meta({
      description: 'A URI reference (RFC 3986), stable: `/problems/` and the code',
      example: '/problems/not_found',
    }),
    title: z.string().meta({ example: 'Not found' }),
    status: z.int().meta({ example: 404 }),
    detail: z.string().meta({ example: 'No device has this id on this site.' }),
    code: z.string().meta({ description: 'Stable, snake_case', example: 'not_found' }),
    requestId: idSchema,
    errors: z
      .array(z.object({ path: text('/name'), message: text('must not be empty') }))
      .optional()
      .meta({
        description: 'With 400: each invalid field, by JSON pointer (empty: the whole body) or query parameter',
      }),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof problemSchema>
