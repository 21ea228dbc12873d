import { variableOf, variableOfField } from './variables.ts'

/** Content of a request in an OpenAPI description, with its examples. */
export type Media = { example?: unknown; examples?: Record<string, { value: unknown }> }

/** Builds the body of a request from the first content type and its first example, with variables for ids. */
export function requestBody(content: Record<string, Media> | undefined) {
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  if (type === undefined || media === undefined) return undefined
  const example = media.example ?? Object.values(media.examples ?? {})[0]?.value
  if (type === 'application/x-www-form-urlencoded') {
    const fields = Object.keys(example as object).map((key) => ({
      key,
      value: credentials[key] ?? String(Reflect.get(example as object, key)),
    }))
    return { type, body: { mode: 'urlencoded', urlencoded: fields } }
  }
  const raw = JSON.stringify(withVariables(example), null, 2)
  return { type, body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
}

const credentials: Record<string, string> = { client_id: '{{clientId}}', client_secret: '{{clientSecret}}' }
const isId = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(value)

/** Replaces ids in an example, which exist nowhere. */
function withVariables(value: unknown, field = ''): unknown {
  const variable = variableOfField(field)
  if (isId(value) && variable !== undefined) return `{{${variable}}}`
  if (Array.isArray(value)) return value.map((each) => withVariables(each, field))
  if (typeof value !== 'object' || value === null) return value
  // `ids` are those of the resource that the field around them names: `devices: { ids }`.
  const nameOf = (key: string) => (key === 'ids' && field !== '' ? variableOf(field) : key)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withVariables(each, nameOf(key))]))
}
