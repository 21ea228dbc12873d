import { counted } from '@rollcall/shared/counted.ts'
import { problemResponse } from '../answers/problem.ts'
import type { HttpContext } from '../environment.ts'

/** Responds with 429 after too many failed attempts. */
export function tooMany(c: HttpContext, waitSeconds: number) {
  const response = problemResponse(
    c,
    'rate_limited',
    `Too many attempts; try again in ${counted(waitSeconds, 'second')}.`,
  )
  response.headers.set('Retry-After', String(waitSeconds))
  return response
}
