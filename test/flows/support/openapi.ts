import { z } from 'zod'
import type { Answer } from '../../harness/api-client.ts'

type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>
/** Accepts any object; compiling it shows whether it is a schema. */
const jsonSchema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null)

const referenceSchema = z.object({ $ref: z.string() })
const headerSchema = z.object({ required: z.boolean().default(false) })
const responseSchema = z.object({
  headers: z.record(z.string(), z.union([referenceSchema, headerSchema])).default({}),
  content: z.record(z.string(), z.object({ schema: jsonSchema })).optional(),
})
const methodSchema = z.object({ responses: z.record(z.string(), z.union([referenceSchema, responseSchema])) })
/** The part of an OpenAPI 3.1 description that answers are checked with. */
const descriptionSchema = z.object({
  openapi: z.string().startsWith('3.1.'),
  paths: z.record(z.string(), z.record(z.string(), methodSchema)),
  components: z.object({
    schemas: z.record(z.string(), jsonSchema),
    responses: z.record(z.string(), responseSchema),
    headers: z.record(z.string(), headerSchema),
  }),
})

export type OpenApi = {
  operations: string[]
  /** The operation that serves a request, as in `operations`; undefined when none does. */
  operationOf: (method: string, path: string) => string | undefined
  /**
   * Throws unless the description has the operation with this status and content type, each header that is required is
   * there, and the body is what its schema says. A property that the schema does not name is a fault too.
   */
  check: (method: string, path: string, answer: Pick<Answer, 'status' | 'headers' | 'body'>) => void
  /** A validator of a named schema, which rejects a property that the schema does not name. */
  schema: (name: string) => z.ZodType
}

export function readOpenApi(document: unknown): OpenApi {
  const { paths, components } = descriptionSchema.parse(document)
  const $defs = z.record(z.string(), jsonSchema).parse(strict(components.schemas))
  // Of two that fit, the one with fewer parameters: /devices/duplicates before /devices/{id}.
  const templates = Object.keys(paths).sort((a, b) => a.split('{').length - b.split('{').length)

  const templateOf = (path: string) => templates.find((each) => isAt(each, path.split('?')[0] ?? ''))

  const check: OpenApi['check'] = (method, path, { status, headers, body }) => {
    const template = templateOf(path)
    const operation = template === undefined ? undefined : paths[template]?.[method.toLowerCase()]
    const what = `${method} ${template ?? path} ${status}`
    const given = operation?.responses[status]
    if (given === undefined) throw new Error(`the description has no ${what}`)
    const response = '$ref' in given ? named(components.responses, given.$ref) : given
    for (const [name, header] of Object.entries(response.headers)) {
      const { required } = '$ref' in header ? named(components.headers, header.$ref) : header
      if (required && headers[name.toLowerCase()] === undefined) throw new Error(`${what} lacks the header ${name}`)
    }
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
    if (response.content === undefined) {
      if (body.length > 0) throw new Error(`${what} has a body, which the description does not know`)
      return
    }
    const schema = response.content[type]?.schema
    if (schema === undefined) throw new Error(`the description has no ${type} for ${what}`)
    if (!type.endsWith('json')) return
    const whole = z.fromJSONSchema({ ...jsonSchema.parse(strict(schema)), $defs })
    const result = whole.safeParse(JSON.parse(body.toString('utf8')))
    if (!result.success) throw new Error(`${what} is not as described: ${z.prettifyError(result.error)}`)
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const operationOf: OpenApi['operationOf'] = (method, path) =>
    operations.find((each) => each === `${method.toUpperCase()} ${templateOf(path)}`)
  const schema: OpenApi['schema'] = (name) => z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs })
  return { operations, operationOf, check, schema }
}

function isAt(template: string, path: string): boolean {
  const wanted = template.split('/')
  const given = path.split('/')
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith('{') || part === given[index])
}

function named<T>(components: Record<string, T>, reference: string): T {
  const found = components[reference.split('/').at(-1) ?? '']
  if (found === undefined) throw new Error(`the description has no ${reference}`)
  return found
}

/** References as JSON Schema has them, and no object with properties beyond those it names. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' ? each.replace('#/components/schemas/', '#/$defs/') : strict(each),
    ]),
  )
  return 'properties' in copy && !('additionalProperties' in copy) ? { ...copy, additionalProperties: false } : copy
}
