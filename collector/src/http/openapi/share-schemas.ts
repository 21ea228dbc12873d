import type { JsonSchema } from './examples.ts'

/** Keywords that may stand beside a reference and apply to that place only (JSON Schema 2020-12, as in OpenAPI 3.1). */
const local = ['description', 'example', 'default'] as const
/** Objects below this size may be equal by chance, such as those of an id and a name. */
const bytesMin = 300

/**
 * Replaces inline object schemas that equal a named schema by a reference to it. A named schema becomes an inline one in
 * the description where it has a description of its own.
 */
export function shareSchemas(named: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const names = new Map(Object.entries(named).map(([name, schema]) => [contentOf(schema), name]))

  function shared(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shared)
    if (typeof value !== 'object' || value === null) return value
    const name = nameOf(value)
    if (name === undefined) return sharedParts(value)
    const reference = { $ref: `#/components/schemas/${name}` }
    const schema = isNullable(value) ? { anyOf: [reference, { type: 'null' }] } : reference
    return { ...schema, ...localOf(value, named[name]) }
  }
  function nameOf(schema: JsonSchema): string | undefined {
    if (schema.properties === undefined) return undefined
    const content = contentOf(isNullable(schema) ? { ...schema, type: 'object' } : schema)
    return content.length < bytesMin ? undefined : names.get(content)
  }
  const sharedParts = (schema: object) =>
    Object.fromEntries(Object.entries(schema).map(([key, each]) => [key, key === 'example' ? each : shared(each)]))

  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, sharedParts(schema)]))
}

const isNullable = ({ type }: JsonSchema): boolean => Array.isArray(type) && type.includes('null')

/** Returns the local keywords of a schema that differ from those of the named schema. */
function localOf(schema: JsonSchema, target: JsonSchema = {}): Partial<JsonSchema> {
  const own = local.filter((key) => key in schema && JSON.stringify(schema[key]) !== JSON.stringify(target[key]))
  return Object.fromEntries(own.map((key) => [key, schema[key]]))
}

const contentOf = (schema: object): string =>
  JSON.stringify(Object.entries(schema).filter(([key]) => !local.some((each) => each === key)))
