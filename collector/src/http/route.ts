import { createRoute, type RouteConfig } from '@hono/zod-openapi'
import { problemSchema } from '@rollcall/shared/api/problem.ts'
import { z } from 'zod'

const titles = {
  400: 'The request is not valid',
  401: 'Missing or invalid bearer token',
  403: 'The caller lacks the privilege, capability or site binding',
  404: 'Not found on this site',
  409: 'In conflict with the current state',
  413: 'The body is too large',
  415: 'The body has another content type',
  429: 'Quota or workload limit exceeded',
} as const

type ProblemStatus = keyof typeof titles
type ProblemResponse = {
  description: string
  content: { 'application/problem+json': { schema: typeof problemSchema } }
}

/** Error answers of a route, for its description. */
export function problems<S extends ProblemStatus>(...statuses: S[]): Pick<Record<ProblemStatus, ProblemResponse>, S> {
  const chosen: Partial<Record<ProblemStatus, ProblemResponse>> = {}
  for (const status of statuses) {
    chosen[status] = {
      description: titles[status],
      content: { 'application/problem+json': { schema: problemSchema } },
    }
  }
  return chosen as Pick<Record<ProblemStatus, ProblemResponse>, S>
}

/** A JSON answer. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** The other answer of a single resource: its ETag is the one in If-None-Match. */
export const notModified = { 304: { description: 'Not changed since the ETag in If-None-Match' } }

/** A required JSON body. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } }
}

/** Every call under /api/v1 carries a bearer token. */
const security = [{ oauth2: ['api_client'] }]
/** A misspelt parameter must not pass as if it had not been sent. */
const noQuerySchema = z.strictObject({})

type V1Route = Omit<RouteConfig, 'path' | 'security' | 'middleware'> & { path: string }

/**
 * A route of /api/v1, with what all of them have: the bearer token, no query parameter that is not declared, and the
 * errors that follow from what it takes. It declares its answers and the errors of its own.
 */
export function v1Route<const R extends V1Route>(route: R): R {
  const { request } = route
  return createRoute({
    ...route,
    security,
    request: { query: noQuerySchema, ...request },
    responses: {
      ...route.responses,
      ...problems(400, 401, 403, 429),
      ...(request?.params ? problems(404) : {}),
      ...(request?.body ? problems(413, 415) : {}),
    },
  })
}
