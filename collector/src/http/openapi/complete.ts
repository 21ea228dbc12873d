import { exampleOf, type JsonSchema } from './examples.ts'

type Header = { description: string; required?: boolean; schema: { type: 'string' | 'integer' } }
type Reference = { $ref: string }
type Content = Record<string, { schema?: JsonSchema; example?: unknown }>
type Response = { description?: string; headers?: Record<string, Header | Reference>; content?: Content }
type Operation = {
  security?: unknown[]
  parameters?: object[]
  requestBody?: { content?: Content }
  responses?: Record<string, Response | Reference>
}

/** As much of an OpenAPI 3.1 document as is completed here. */
type Document = {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, JsonSchema> }
}

const headers: Record<string, Header> = {
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
  Location: { description: 'Path of what was made', required: true, schema: { type: 'string' } },
  RateLimitPolicy: { description: 'The quota and workload limits that hold', schema: { type: 'string' } },
  RateLimit: { description: 'What is left of them, and when they are full again', schema: { type: 'string' } },
}

const parameter = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})
const parameters = {
  SiteId: parameter('X-Site-Id', 'Another site that the caller is bound to than its current one'),
  IfMatch: parameter('If-Match', 'Change it only if it still has this ETag'),
  IfNoneMatch: parameter('If-None-Match', 'Answer 304 if it still has this ETag'),
}

const updating = {
  description: 'The service is being updated',
  headers: {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    'Retry-After': { description: 'Seconds to wait: 30', required: true, schema: { type: 'integer' } },
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
  },
}

/**
 * Adds to the description what middleware does for every operation, so that no route has to repeat it: the request id,
 * the choice of a site, entity tags and preconditions, rate limits, and the answer while the service is updated; and
 * an example of each JSON body. Problems that are alike become one component each.
 */
export function complete(given: object): object {
  const document = structuredClone(given) as Document
  const named = document.components?.schemas ?? {}
  const problems: Record<string, unknown> = {}
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      completeOperation(operation, { method, isResource: path.startsWith('/api/v1/') })
      addExamples(operation, named)
      shareProblems(operation, problems)
    }
  }
  const components = { headers, parameters, responses: { ...problems, Updating: updating } }
  return { ...document, components: { ...document.components, ...components } }
}

function completeOperation(operation: Operation, { method, isResource }: { method: string; isResource: boolean }) {
  const { responses = {} } = operation
  const refs = [
    ...(isResource ? ['SiteId'] : []),
    ...('412' in responses ? ['IfMatch'] : []),
    ...('304' in responses ? ['IfNoneMatch'] : []),
  ].map((name) => ({ $ref: `#/components/parameters/${name}` }))
  if (refs.length > 0) operation.parameters = [...(operation.parameters ?? []), ...refs]
  const hasTag = '304' in responses || method === 'patch'
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response) continue
    response.headers = {
      ...response.headers,
      ...headerRef('X-Request-Id', 'RequestId'),
      ...(hasTag && ['200', '304'].includes(status) ? headerRef('ETag', 'ETag') : {}),
      ...(isResource && status === '201' ? headerRef('Location', 'Location') : {}),
      ...(isResource
        ? { ...headerRef('RateLimit-Policy', 'RateLimitPolicy'), ...headerRef('RateLimit', 'RateLimit') }
        : {}),
    }
  }
  operation.responses = { ...responses, 503: { $ref: '#/components/responses/Updating' } }
}

const headerRef = (name: string, component: string) => ({ [name]: { $ref: `#/components/headers/${component}` } })

function addExamples({ requestBody, responses = {} }: Operation, named: Record<string, JsonSchema>): void {
  const answers = Object.values(responses).map((response) => ('$ref' in response ? undefined : response.content))
  for (const content of [requestBody?.content, ...answers]) {
    for (const [type, media] of Object.entries(content ?? {})) {
      if (type.endsWith('json') && media.schema) media.example ??= exampleOf(media.schema, named)
    }
  }
}

/** A problem that says the same everywhere is described once. */
function shareProblems(operation: Operation, shared: Record<string, unknown>): void {
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    if ('$ref' in response || !('application/problem+json' in (response.content ?? {}))) continue
    const name = `Problem${status}${operation.security?.length ? '' : 'Anonymous'}`
    shared[name] ??= response
    if (JSON.stringify(shared[name]) !== JSON.stringify(response) || !operation.responses) continue
    operation.responses[status] = { $ref: `#/components/responses/${name}` }
  }
}
