import type { Hono, NotFoundHandler } from 'hono'
import { problemResponse } from '../answers/problem.ts'
import type { Environment } from '../environment.ts'

/** Responds with 405 and Allow for a known path with another method, else with 404. */
export function notFound(app: Hono<Environment>): NotFoundHandler<Environment> {
  return (c) => {
    const allowed = methodsAt(app, c.req.path)
    if (allowed.length === 0) return problemResponse(c, 'not_found', 'There is nothing at this path.')
    c.header('Allow', allowed.join(', '))
    return problemResponse(
      c,
      'method_not_allowed',
      `${c.req.method} is not possible here; allowed: ${allowed.join(', ')}.`,
    )
  }
}

function methodsAt(app: Hono<Environment>, path: string): string[] {
  const methods = new Set<string>()
  for (const route of app.routes) {
    if (route.method === 'ALL' || !matches(route.path, path)) continue
    methods.add(route.method)
    if (route.method === 'GET') methods.add('HEAD')
  }
  return [...methods].sort()
}

/** Compares a path with a route pattern. Parameters are whole segments, `:id` or `{id}`, and never empty. */
function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => (/^[:{]/.test(part) ? given[i] !== '' : part === given[i]))
  )
}
