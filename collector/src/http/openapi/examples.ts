/** Part of a JSON Schema from which examples are built. */
export type JsonSchema = {
  description?: string
  $ref?: string
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  example?: unknown
  examples?: unknown[]
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  discriminator?: { propertyName: string; mapping?: Record<string, string> }
  minimum?: number
  required?: string[]
}

const ofFormat: Record<string, string> = {
  uuid: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90',
  'date-time': '2026-11-20T08:15:30.123Z',
  email: 'it@example.org',
  uri: 'https://example.org/',
}
/** Placeholder for a text without an example. A test keeps it out of the description. */
export const anyText = 'any text'
/** Depth beyond all schemas; a recursive schema ends here. */
const depthMax = 12

/** Builds an example of each choice of a schema that a property decides on; undefined for another schema. */
export function examplesOfChoices(
  schema: JsonSchema,
  named: Record<string, JsonSchema>,
): Record<string, { value: unknown }> | undefined {
  const { mapping } = targetOf(schema, named)?.discriminator ?? {}
  if (mapping === undefined) return undefined
  return Object.fromEntries(
    Object.entries(mapping).map(([choice, $ref]) => [choice, { value: exampleOf({ $ref }, named) }]),
  )
}

const targetOf = (schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema | undefined =>
  schema.$ref === undefined ? schema : named[schema.$ref.replace('#/components/schemas/', '')]

/** Builds an example of a schema from the examples of its parts, as shown beside an operation. */
export function exampleOf(schema: JsonSchema, named: Record<string, JsonSchema>, depth = 0): unknown {
  if (schema.example !== undefined) return schema.example
  if (schema.examples?.length) return schema.examples[0]
  if (depth > depthMax) return null
  if (schema.$ref !== undefined) {
    const target = targetOf(schema, named)
    return target === undefined ? null : exampleOf(target, named, depth + 1)
  }
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, named, depth + 1)))
  }
  const choice = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find(({ type }) => type !== 'null')
  if (choice !== undefined) return exampleOf(choice, named, depth + 1)
  return ofType(schema, named, depth)
}

function ofType(schema: JsonSchema, named: Record<string, JsonSchema>, depth: number): unknown {
  const type = [schema.type].flat().find((each) => each !== 'null')
  if (type === 'object') return ofObject(schema, named, depth)
  if (type === 'array') return schema.items === undefined ? [] : [exampleOf(schema.items, named, depth + 1)]
  if (schema.default !== undefined) return schema.default
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 1)
  return type === 'string' ? (ofFormat[schema.format ?? ''] ?? anyText) : null
}

function ofObject(schema: JsonSchema, named: Record<string, JsonSchema>, depth: number): object {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0 && typeof schema.additionalProperties === 'object') {
    return { [anyText]: exampleOf(schema.additionalProperties, named, depth + 1) }
  }
  return Object.fromEntries(properties.map(([key, property]) => [key, exampleOf(property, named, depth + 1)]))
}
