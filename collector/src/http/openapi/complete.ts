import { headerRef, headers, parameters, type Reference, type Response, responses } from './components.ts'
import { exampleOf, examplesOfChoices, type JsonSchema } from './examples.ts'
import { problemExample } from './problem-examples.ts'
import { shareSchemas } from './share-schemas.ts'

type Operation = {
  operationId?: string
  security?: unknown[]
  parameters?: object[]
  requestBody?: Pick<Response, 'content'>
  responses?: Record<string, Response | Reference>
}

/** Part of an OpenAPI 3.1 document that this module completes. */
type Document = {
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, JsonSchema> }
}

/**
 * Adds to the description everything that middleware does for every operation, so that no route repeats it: request id,
 * choice of site, entity tags and preconditions, rate limits, errors while the service is unavailable, and an example
 * of each body. Equal problems become one component.
 */
export function complete(given: object): object {
  const document = structuredClone(given) as Document
  const named = shareSchemas(document.components?.schemas ?? {})
  const problems: Record<string, Response> = {}
  for (const methods of Object.values(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      addParameters(operation)
      addHeaders(operation, method)
      addExamples(operation, named)
      shareProblems(operation, problems)
      operation.responses = {
        ...operation.responses,
        500: { $ref: '#/components/responses/InternalError' },
        503: { $ref: '#/components/responses/Unavailable' },
      }
    }
  }
  for (const methods of Object.values(document.webhooks ?? {})) {
    for (const operation of Object.values(methods)) addExamples(operation, named)
  }
  const components = { schemas: named, headers, parameters, responses: { ...problems, ...responses } }
  return { ...document, components: { ...document.components, ...components } }
}

function addParameters(operation: Operation): void {
  const { security = [], parameters: own = [], responses: answers = {} } = operation
  const names = [
    ...(security.length > 0 ? ['SiteId'] : []),
    ...('412' in answers ? ['IfMatch'] : []),
    ...('304' in answers ? ['IfNoneMatch'] : []),
  ]
  if (names.length === 0) return
  operation.parameters = [...own, ...names.map((name) => ({ $ref: `#/components/parameters/${name}` }))]
}

function addHeaders({ responses: answers = {} }: Operation, method: string): void {
  const hasTag = '304' in answers || method === 'patch'
  for (const [status, answer] of Object.entries(answers)) {
    if ('$ref' in answer) continue
    answer.headers = {
      ...answer.headers,
      ...headerRef('X-Request-Id', 'RequestId'),
      ...(hasTag && ['200', '304'].includes(status) ? headerRef('ETag', 'ETag') : {}),
      ...(status === '201' ? { ...headerRef('Location', 'Location'), ...headerRef('ETag', 'NewETag') } : {}),
      ...headerRef('RateLimit-Policy', 'RateLimitPolicy'),
      ...headerRef('RateLimit', 'RateLimit'),
    }
  }
}

function addExamples(
  { operationId, requestBody, responses: answers = {} }: Operation,
  named: Record<string, JsonSchema>,
) {
  addContentExamples(requestBody?.content, named)
  for (const [status, answer] of Object.entries(answers)) {
    if ('$ref' in answer) continue
    const problem = answer.content?.['application/problem+json']
    if (problem) problem.example = problemExample(status, operationId)
    addContentExamples(answer.content, named)
  }
}

function addContentExamples(content: Response['content'] = {}, named: Record<string, JsonSchema>): void {
  for (const media of Object.values(content)) {
    if (!media.schema || media.schema.format === 'binary' || media.example !== undefined) continue
    const examples = examplesOfChoices(media.schema, named)
    if (examples) media.examples = examples
    else media.example = exampleOf(media.schema, named)
  }
}

/** Replaces a problem that occurs in the same form at several operations by a component named after its code. */
function shareProblems({ responses: answers = {} }: Operation, shared: Record<string, Response>): void {
  for (const [status, answer] of Object.entries(answers)) {
    if ('$ref' in answer) continue
    const code = codeOf(answer)
    if (code === undefined) continue
    const name = code.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase())
    shared[name] ??= answer
    if (JSON.stringify(shared[name]) === JSON.stringify(answer)) {
      answers[status] = { $ref: `#/components/responses/${name}` }
    }
  }
}

function codeOf({ content }: Response): string | undefined {
  return (content?.['application/problem+json']?.example as { code: string } | undefined)?.code
}
