import type { JsonSchema } from './examples.ts'
import { problemExample } from './problem-examples.ts'

type Header = { description: string; required?: boolean; schema: { type: 'string' | 'integer' } }
export type Reference = { $ref: string }
export type Response = {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Record<string, { schema?: JsonSchema; example?: unknown }>
}

/** Headers of answers. */
export const headers = {
  RequestId: {
    description: 'Id of the request, also in problems and in the log',
    required: true,
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Strong entity tag, for If-Match and If-None-Match (RFC 9110)',
    required: true,
    schema: { type: 'string' },
  },
  NewETag: { description: 'ETag of what was made, where it can be read again', schema: { type: 'string' } },
  Location: { description: 'Path of what was made', required: true, schema: { type: 'string' } },
  RateLimitPolicy: { description: 'The quota and workload limits that hold', schema: { type: 'string' } },
  RateLimit: { description: 'What is left of them, and when they are full again', schema: { type: 'string' } },
} satisfies Record<string, Header>

/** A reference to one of them, under the name it is sent with. */
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
  SiteId: parameter('X-Site-Id', 'Another site that the caller is bound to than its current one'),
  IfMatch: parameter('If-Match', 'Change it only if nobody has edited it since it had this ETag'),
  IfNoneMatch: parameter('If-None-Match', 'Answer 304 if nothing of it differs since it had this ETag'),
}

/** Answers that any operation can give. */
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
