import { z } from 'zod'

/** RFC 9457 problem details, as every error of the API but the OAuth ones (RFC 6749) and the 503 while updating. */
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
    requestId: z.string(),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'With 400: each invalid place, by JSON pointer or query parameter' }),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof problemSchema>
