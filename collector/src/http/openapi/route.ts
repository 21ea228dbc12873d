import { createRoute, type RouteConfig } from '@hono/zod-openapi'
import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import { exportShape, idParamsSchema } from '@rollcall/shared/api/common.ts'
import { problemSchema } from '@rollcall/shared/api/problem.ts'
import { taskAcceptedSchema } from '@rollcall/shared/api/task.ts'
import { z } from 'zod'
import { refuseBrokenParameters } from '../../ingest/reading/broken-text.ts'
import { parseRequestJson } from '../../ingest/reading/parse-json.ts'
import { parseBody, rejectInvalid } from '../../ingest/reading/validation.ts'
import { capabilityInWords, requireCapability } from '../../lib/authorise.ts'
import { exportPages, itemOf } from '../answers/export-pages.ts'
import { columnsOfItem } from '../answers/item-columns.ts'
import { describeFiles } from '../answers/list-files.ts'
import type { App, Middleware } from '../environment.ts'
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

/** Describes the error responses of a route. */
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

/** Describes a JSON response. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** Describes a response of server-sent events. */
export function serverSentEvents(description: string, example: string) {
  return { description, content: { 'text/event-stream': { schema: z.string().meta({ example }) } } }
}

/** Describes the response to a request that starts a task. */
export function queued(description: string) {
  const location = { description: 'Path of the task', required: true, schema: { type: 'string' as const } }
  return { ...json(taskAcceptedSchema, description), headers: { Location: location } }
}

/** Describes 304, the other response of a single resource. */
export const notModified = { 304: { description: 'Unchanged since the ETag in If-None-Match' } }

/** Describes 301, the other response to a GET of a device or of a path below it: the id was merged away. */
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

/** Describes a required JSON body. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } }
}

/** Describes the body of a PATCH: a JSON merge patch (RFC 7396) with either content type. */
export function patchBody<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema }, 'application/merge-patch+json': { schema } } }
}

/** Requires a bearer token, as every call except the token request does. */
export const security = [{ oauth2: ['api_client'] }]
/** Rejects a misspelt parameter, which must not pass as absent. */
const noQuerySchema = z.strictObject({})

type V1Route = Omit<RouteConfig, 'method' | 'path' | 'tags' | 'security' | 'middleware'> & {
  /** Name of the function in a generated client. */
  operationId: string
  /** Required capability; reading needs none. The called function checks it as well. */
  'x-capability'?: CapabilityName
}
type Method = 'get' | 'post' | 'patch' | 'delete'

/** A route with `{id}` in its path has the id as its parameter, unless it declares its own. */
type IdOf<P extends string, R> = R extends { request: { params: z.ZodType } }
  ? unknown
  : P extends `${string}{id}${string}`
    ? { request: { params: typeof idParamsSchema } }
    : unknown

/**
 * Declares routes of /api/v1 that have a tag, and a required capability, in common. Each gets the parts common to all:
 * the bearer token, the capability check before the request is read, the rejection of undeclared query parameters, and
 * the errors that follow from its input. The route declares its responses and its own errors.
 */
export function routesOf(tag: string, commonCapability?: CapabilityName) {
  const declare =
    <M extends Method>(method: M) =>
    <const P extends string, const R extends V1Route>(path: P, declared: R) =>
      v1Route(method, path, {
        tags: [tag],
        ...(commonCapability ? { 'x-capability': commonCapability } : {}),
        ...declared,
        request: { ...(path.includes('{id}') ? { params: idParamsSchema } : {}), ...declared.request },
      }) as unknown as R & { method: M; path: P } & IdOf<P, R>
  return { get: declare('get'), post: declare('post'), patch: declare('patch'), delete: declare('delete') }
}

function v1Route(method: Method, path: string, route: V1Route & Pick<RouteConfig, 'tags'>) {
  const { request, description, 'x-capability': needs } = route
  const exported = method === 'get' ? exportOf(path, route) : undefined
  const middleware: Middleware[] = [
    ...(needs ? [needsCapability(needs)] : []),
    wholeQuery,
    ...(exported ? [exported.middleware] : []),
    ...(request?.body ? [limitBody(apiBodyBytesMax)] : []),
    ...(request?.body?.required === false ? [emptyIsNone] : []),
    ...(request?.body ? [jsonOnly(request.body.content['application/json'])] : []),
  ]
  const privilege = needs && `Needs ${capabilityInWords(needs)}.`
  return createRoute({
    ...route,
    method,
    path,
    ...(privilege ? { description: [description, privilege].filter(Boolean).join(' ') } : {}),
    security,
    middleware,
    request: { query: noQuerySchema, ...request, ...exported?.request },
    responses: {
      ...route.responses,
      ...exported?.responses,
      ...problems(400, 401, 403, 429),
      ...(method === 'get' ? {} : problems(507)),
      ...(request?.params ? problems(404) : {}),
      ...(request?.body ? problems(413, 415) : {}),
      ...(method === 'patch' || method === 'delete' ? problems(412) : {}),
    },
  })
}

/**
 * Returns the parts of a route that make its list also a file; undefined for a route that is no list, or that exports
 * its list itself.
 */
function exportOf(path: string, { request, responses }: V1Route) {
  const answer = responses[200]
  if (!answer || '$ref' in answer) return undefined
  const { content, headers: own } = answer
  const media = content?.['application/json']
  const item = media && 'schema' in media ? itemOf(media.schema) : undefined
  if (!item || content?.['text/csv']) return undefined
  const query = request?.query instanceof z.ZodObject ? request.query : noQuerySchema
  const name = path.split('/').findLast((part) => !part.startsWith('{')) ?? 'list'
  const columns = columnsOfItem(item).map((column) => column.name)
  const files = describeFiles(name, [columns])
  return {
    middleware: exportPages(name, item, 'limit' in query.shape),
    request: { query: query.extend(exportShape) },
    responses: {
      200: {
        ...answer,
        description: `${answer.description}, or all as CSV (RFC 4180) or XLSX (ISO/IEC 29500)`,
        content: { ...content, ...files.content },
        headers: { ...own, ...files.headers },
      },
    },
  }
}

/** Describes a route whose handler parses the body, and which is therefore registered by `app.post`. */
export function describeRoute(app: App, { middleware: _, ...described }: RouteConfig): void {
  app.openAPIRegistry.registerPath(described)
}

/** Throws 403 before validation: a caller without the capability learns nothing about the expected body. */
export function needsCapability(capability: CapabilityName): Middleware {
  return (c, next) => {
    requireCapability(c.get('ctx'), capability)
    return next()
  }
}

/** Runs before the validator, which would misread invalid encoding. */
const wholeQuery: Middleware = (c, next) => {
  refuseBrokenParameters(new URL(c.req.url).search.slice(1))
  return next()
}

/** Rejects query parameters of routes that `describeRoute` describes, as every route without declared ones does. */
export const noQuery: Middleware = (c, next) => {
  const { success, error } = noQuerySchema.safeParse(c.req.query())
  if (!success) rejectInvalid({ success, error, target: 'query' })
  return next()
}

/**
 * Accepts only the declared content type, not every type that ends in +json, without compression and without duplicate
 * keys.
 */
function jsonOnly(declared: object | undefined): Middleware {
  return async (c, next) => {
    if (c.req.header('Content-Type') === undefined) return next()
    requireJson(c, c.req.method === 'PATCH')
    requireUncompressed(c)
    // The bytes are cached: the validator does not read the body again.
    const bytes = await c.req.arrayBuffer()
    const value = parseRequestJson(bytes)
    // Parsed here because the validator would write a message for each of very many faults.
    const schema = declared && 'schema' in declared ? declared.schema : undefined
    if (bytes.byteLength > faultsCutFromBytes && schema instanceof z.ZodType) parseBody(schema, value)
    return next()
  }
}

const faultsCutFromBytes = 4096

/** Treats an empty optional body as absent: many clients declare JSON even when they send nothing. */
const emptyIsNone: Middleware = async (c, next) => {
  if (c.req.header('Content-Type') === undefined) return next()
  // Reading decides: an HTTP/1.1 request without Content-Length has a body, which may be empty.
  if ((await c.req.arrayBuffer()).byteLength === 0) {
    c.req.bodyCache = {}
    c.req.raw = new Request(c.req.raw, { body: '{}' })
  }
  return next()
}
