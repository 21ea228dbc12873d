import type { JsonSchema } from './examples.ts'
import { problemExample } from './problem-examples.ts'

type Header = { description: string; required?: boolean; schema: { type: 'string' | 'integer' } }
export type Reference = { $ref: string }
export type Response = {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Record<string, { schema?: JsonSchema; example?: unknown; examples?: Record<string, { value: unknown }> }>
}

/** Headers of responses. */
export const headers = {
  RequestId: {
    description: 'Id of the request, as in problems and in the log of the collector',
    required: true,
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Strong entity tag, for If-Match and If-None-Match (RFC 9110)',
    required: true,
    schema: { type: 'string' },
  },
  NewETag: { description: 'ETag of the new resource, if it has one', schema: { type: 'string' } },
  Location: { description: 'Path of the new resource', required: true, schema: { type: 'string' } },
  RateLimitPolicy: {
    description: 'The quota and workload limits in force (`quota`, `second`, `minute`)',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Remaining calls under each limit, and the seconds until it is reset',
    schema: { type: 'string' },
  },
} satisfies Record<string, Header>

/** Builds a reference to a header component under the name of the header. */
export const headerRef = (name: string, component: keyof typeof headers): Record<string, Reference> => ({
  [name]: { $ref: `#/components/headers/${component}` },
})

const parameter = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})
/** Headers of requests. */
export const parameters = {
  SiteId: parameter(
    'X-Site-Id',
    'Id of the site for this call; the caller must be bound to it. Default: the current site of the caller',
  ),
  IfMatch: parameter('If-Match', 'Answers 412 if somebody has edited the resource since it had this ETag'),
  IfNoneMatch: parameter('If-None-Match', 'Answers 304 if the resource has not changed since it had this ETag'),
}

/** Responses that any operation can give. */
export const responses = {
  InternalError: {
    description: 'An unexpected error',
    headers: headerRef('X-Request-Id', 'RequestId'),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: problemExample('500'),
      },
    },
  },
  Unavailable: {
    description: 'The service is being updated, or its database is not available',
    headers: {
      ...headerRef('X-Request-Id', 'RequestId'),
      'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer' } },
    },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { status: { type: 'string', const: 'upgrade_in_progress' }, message: { type: 'string' } },
          required: ['status', 'message'],
        },
        example: {
          status: 'upgrade_in_progress',
          message: 'The service is being updated; try again in 30 seconds.',
        },
      },
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: problemExample('503'),
      },
    },
  },
} satisfies Record<string, Response>
