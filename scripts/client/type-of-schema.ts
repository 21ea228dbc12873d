/** Part of a JSON Schema that decides a TypeScript type. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** Writes the TypeScript type of a JSON Schema. References become the names of types. */
export function typeOfSchema(schema: JsonSchema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((each) => literal(each)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return union(choices.map((each) => typeOfSchema(each, indent)))
  if (schema.allOf !== undefined) return schema.allOf.map((each) => typeOfSchema(each, indent)).join(' & ')
  return union([schema.type ?? 'unknown'].flat().map((type) => ofType(type, schema, indent)))
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

function ofType(type: string, schema: JsonSchema, indent: string): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return arrayOf(schema.items ?? {}, indent)
  return type === 'object' ? ofObject(schema, indent) : type
}

function arrayOf(items: JsonSchema, indent: string): string {
  const item = typeOfSchema(items, indent)
  return items.type === 'object' || /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`
}

function ofObject({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name)
    return `${inner}${key}${required.includes(name) ? '' : '?'}: ${typeOfSchema(schema, inner)}\n`
  })
  if (fields.length > 0) return `{\n${fields.join('')}${indent}}`
  const value = typeof additionalProperties === 'object' ? typeOfSchema(additionalProperties, indent) : 'unknown'
  return `Record<string, ${value}>`
}
