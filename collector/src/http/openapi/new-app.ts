import { OpenAPIHono, z } from '@hono/zod-openapi'
import { inPlainWords } from '../../ingest/reading/schema-errors-in-words.ts'
import { rejectInvalid } from '../../ingest/reading/validation.ts'
import type { Environment } from '../environment.ts'

/** Creates an app whose routes refuse invalid requests in plain words. */
export function newApp(): OpenAPIHono<Environment> {
  // Set for the whole process: the validators of routes accept no error texts of their own.
  z.config({ customError: inPlainWords })
  return new OpenAPIHono<Environment>({ defaultHook: rejectInvalid })
}
