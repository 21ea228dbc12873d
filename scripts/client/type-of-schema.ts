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
/** A type that others may refer to, with the text of each of its fields. */
export type NamedType = { name: string; fields: ReadonlyMap<string, string> }

/** Fewest fields of a named type that an object with more fields refers to. */
const sharedFieldsMin = 4

/** Returns the text of each field of an object: two of the same text are of the same type. */
export const fieldsOf = (schema: JsonSchema): Map<string, string> => new Map(fieldTexts(schema, '', []))

/**
 * Writes the TypeScript type of a JSON Schema. References become the names of types. An object that has all fields of a
 * type of `named` refers to the largest such type.
 */
export function typeOfSchema(schema: JsonSchema, indent = '', named: readonly NamedType[] = []): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((each) => literal(each)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return union(choices.map((each) => typeOfSchema(each, indent, named)))
  if (schema.allOf !== undefined) return schema.allOf.map((each) => typeOfSchema(each, indent, named)).join(' & ')
  return union([schema.type ?? 'unknown'].flat().map((type) => ofType(type, schema, indent, named)))
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

function ofType(type: string, schema: JsonSchema, indent: string, named: readonly NamedType[]): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return arrayOf(schema.items ?? {}, indent, named)
  return type === 'object' ? ofObject(schema, indent, named) : type
}

function arrayOf(items: JsonSchema, indent: string, named: readonly NamedType[]): string {
  const item = typeOfSchema(items, indent, named)
  return /^\w+$/.test(item) || (items.type === 'object' && !item.includes(' & ')) ? `${item}[]` : `(${item})[]`
}

function ofObject(schema: JsonSchema, indent: string, named: readonly NamedType[]): string {
  const texts = fieldTexts(schema, indent, named)
  if (texts.length === 0) {
    const { additionalProperties: value } = schema
    return `Record<string, ${typeof value === 'object' ? typeOfSchema(value, indent, named) : 'unknown'}>`
  }
  const base = largestIn(fieldsOf(schema), named)
  const own = texts.filter(([name]) => !base?.fields.has(name)).map(([, text]) => `${indent}  ${text}\n`)
  const types = [...(base ? [base.name] : []), ...(own.length > 0 ? [`{\n${own.join('')}${indent}}`] : [])]
  return types.join(' & ')
}

function fieldTexts({ properties = {}, required = [] }: JsonSchema, indent: string, named: readonly NamedType[]) {
  return Object.entries(properties).map(([name, schema]): [name: string, text: string] => {
    const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name)
    return [name, `${key}${required.includes(name) ? '' : '?'}: ${typeOfSchema(schema, `${indent}  `, named)}`]
  })
}

/** Finds the largest type of which an object has all fields. */
function largestIn(fields: ReadonlyMap<string, string>, named: readonly NamedType[]): NamedType | undefined {
  return named
    .filter((each) => each.fields.size >= (each.fields.size === fields.size ? 2 : sharedFieldsMin))
    .filter((each) => [...each.fields].every(([name, text]) => fields.get(name) === text))
    .toSorted((left, right) => right.fields.size - left.fields.size)[0]
}
