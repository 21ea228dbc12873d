import { createRoute, type OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import { problemSchema } from '@rollcall/shared/api/problem.ts'
import { taskAcceptedSchema } from '@rollcall/shared/api/task.ts'
import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { refuseBrokenParameters } from '../../ingest/reading/broken-text.ts'
import { parseRequestJson } from '../../ingest/reading/parse-json.ts'
import { parseBody, rejectInvalid } from '../../ingest/reading/validation.ts'
import { capabilityInWords, requireCapability } from '../../lib/authorise.ts'
import type { Environment } from '../environment.ts'
import { apiBodyBytesMax, limitBody } from '../middleware/limit-body.ts'
import { requireJson, requireUncompressed } from '../middleware/read-json.ts'

const titles = {
  400: 'The request is not valid',
  401: 'Missing or invalid bearer token',
  403: 'The caller lacks the privilege, capability or site binding',
  404: 'Not found on this site',
  409: 'The request conflicts with the current state of the resource',
  412: 'The resource has been edited since it had the ETag in If-Match',
  413: 'The body is too large',
  415: 'The content type of the body is not supported',
  429: 'Quota or workload limit exceeded',
  507: 'The disk of the collector is full',
} as const

type ProblemStatus = keyof typeof titles
type ProblemResponse = {
  description: string
  headers?: Record<string, { description: string; required: true; schema: { type: 'string' | 'integer' } }>
  content: { 'application/problem+json': { schema: typeof problemSchema } }
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait', required: true as const, schema: { type: 'integer' as const } },
}

const headers: Partial<Record<ProblemStatus, ProblemResponse['headers']>> = {
  401: {
    'WWW-Authenticate': {
      description: '`Bearer`, with `error="invalid_token"` if the request had a token (RFC 6750)',
      required: true,
      schema: { type: 'string' },
    },
  },
  429: retryAfter,
  507: retryAfter,
}

/** Error answers of a route, for its description. */
export function problems<S extends ProblemStatus>(...statuses: S[]): Pick<Record<ProblemStatus, ProblemResponse>, S> {
  const chosen: Partial<Record<ProblemStatus, ProblemResponse>> = {}
  for (const status of statuses) {
    chosen[status] = {
      description: titles[status],
      ...(headers[status] ? { headers: headers[status] } : {}),
      content: { 'application/problem+json': { schema: problemSchema } },
    }
  }
  return chosen as Pick<Record<ProblemStatus, ProblemResponse>, S>
}

/** A JSON answer. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** An answer of server-sent events. */
export function serverSentEvents(description: string, example: string) {
  return { description, content: { 'text/event-stream': { schema: z.string().meta({ example }) } } }
}

/** The answer to what becomes a task. */
export function queued(description: string) {
  const location = { description: 'Path of the task', required: true, schema: { type: 'string' as const } }
  return { ...json(taskAcceptedSchema, description), headers: { Location: location } }
}

/** The other answer of a single resource: its ETag is the one in If-None-Match. */
export const notModified = { 304: { description: 'Unchanged since the ETag in If-None-Match' } }

/** The other answer to a GET of a device, and of what is below it: the id was merged away. */
export const mergedAway = {
  301: {
    description: 'The record was merged into another device: Location is the path for that device',
    headers: {
      Location: {
        description: 'The same path with the id of the other device, including the query',
        required: true,
        schema: { type: 'string' },
      },
    },
  },
} as const

/** A required JSON body. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } }
}

/** The body of a PATCH: a JSON merge patch (RFC 7396) under either name. */
export function patchBody<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema }, 'application/merge-patch+json': { schema } } }
}

/** Every call but the token request carries a bearer token. */
export const security = [{ oauth2: ['api_client'] }]
/** A misspelt parameter must not pass as if it had not been sent. */
const noQuerySchema = z.strictObject({})

type V1Route = Omit<RouteConfig, 'path' | 'security' | 'middleware'> & {
  path: string
  /** What a generated client calls it. */
  operationId: string
  /** The capability it needs; reading needs none. Its verb checks it as well. */
  'x-capability'?: CapabilityName
}

/**
 * A route of /api/v1, with what all of them have: the bearer token, the capability before anything of the request is
 * looked at, no query parameter that is not declared, and the errors that follow from what it takes. It declares its
 * answers and the errors of its own.
 */
export function v1Route<const R extends V1Route>(route: R): R {
  const { request, description, 'x-capability': needs } = route
  const middleware: MiddlewareHandler<Environment>[] = [
    ...(needs ? [needsCapability(needs)] : []),
    wholeQuery,
    ...(request?.body ? [limitBody(apiBodyBytesMax)] : []),
    ...(request?.body?.required === false ? [emptyIsNone] : []),
    ...(request?.body ? [jsonOnly(request.body.content['application/json'])] : []),
  ]
  const privilege = needs && `Needs ${capabilityInWords(needs)}.`
  return createRoute({
    ...route,
    ...(privilege ? { description: [description, privilege].filter(Boolean).join(' ') } : {}),
    security,
    middleware,
    request: { query: noQuerySchema, ...request },
    responses: {
      ...route.responses,
      ...problems(400, 401, 403, 429),
      ...(route.method === 'get' ? {} : problems(507)),
      ...(request?.params ? problems(404) : {}),
      ...(request?.body ? problems(413, 415) : {}),
      ...(['patch', 'delete'].includes(route.method) ? problems(412) : {}),
    },
  })
}

/** Describes a route whose body is read and parsed by its handler, and which is therefore registered by `app.post`. */
export function describeRoute(app: OpenAPIHono<Environment>, { middleware: _, ...described }: RouteConfig): void {
  app.openAPIRegistry.registerPath(described)
}

/** 403 before validation: what a body should look like is not for those who may not send it. */
export function needsCapability(capability: CapabilityName): MiddlewareHandler<Environment> {
  return (c, next) => {
    requireCapability(c.get('ctx'), capability)
    return next()
  }
}

/** Before the validator, which reads broken text as something else. */
const wholeQuery: MiddlewareHandler<Environment> = (c, next) => {
  refuseBrokenParameters(new URL(c.req.url).search.slice(1))
  return next()
}

/** For routes that `describeRoute` describes: no query parameter, as with every route that declares none. */
export const noQuery: MiddlewareHandler<Environment> = (c, next) => {
  const { success, error } = noQuerySchema.safeParse(c.req.query())
  if (!success) rejectInvalid({ success, error, target: 'query' })
  return next()
}

/** Only the one type that is declared, and none that merely ends in +json; sent as it is, and leaving no doubt. */
function jsonOnly(declared: object | undefined): MiddlewareHandler<Environment> {
  return async (c, next) => {
    if (c.req.header('Content-Type') === undefined) return next()
    requireJson(c, c.req.method === 'PATCH')
    requireUncompressed(c)
    // What is read here is kept: the validator does not read it again.
    const bytes = await c.req.arrayBuffer()
    const value = parseRequestJson(bytes)
    // The validator would write a message for each of very many faults.
    const schema = declared && 'schema' in declared ? declared.schema : undefined
    if (bytes.byteLength > faultsCutFromBytes && schema instanceof z.ZodType) parseBody(schema, value)
    return next()
  }
}

const faultsCutFromBytes = 4096

/** Many clients declare JSON also when they send nothing; where a body may be left out, that is no malformed one. */
const emptyIsNone: MiddlewareHandler<Environment> = async (c, next) => {
  if (c.req.header('Content-Type') === undefined) return next()
  // Only who reads it knows: an HTTP/1.1 request without Content-Length has a body all the same, of no bytes.
  if ((await c.req.arrayBuffer()).byteLength === 0) {
    c.req.bodyCache = {}
    c.req.raw = new Request(c.req.raw, { body: '{}' })
  }
  return next()
}
