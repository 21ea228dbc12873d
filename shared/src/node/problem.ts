import * as z from 'zod/mini'
import { parseJson } from './parse-json.ts'
import type { HttpResponse } from './pinned-client.ts'

const problemSchema = z.object({
  detail: z.optional(z.string()),
  title: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})

const reasonCharsMax = 500

/** Returns the reason of a failure in one line: the problem details (RFC 9457) if present, otherwise the status. */
export function reasonOf({ status, body }: Pick<HttpResponse, 'status' | 'body'>): string {
  const problem = problemSchema.safeParse(parseJson(body))
  const { detail, title, errors = [] } = problem.data ?? {}
  const fields = errors.map(({ path, message }) => `${path}: ${message}`).join('; ')
  const text = [detail ?? title, fields].filter(Boolean).join(' ')
  // A log or a terminal shows the text.
  return [status, text.replace(/[\s\p{C}]+/gu, ' ').trim()].join(' ').trim().slice(0, reasonCharsMax)
}
