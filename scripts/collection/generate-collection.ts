import { type Media, requestBody } from './request-body.ts'
import { variableOf } from './variables.ts'

type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: { description?: string; example?: unknown; default?: unknown; enum?: unknown[] }
}
type Operation = {
  summary: string
  description?: string
  tags: string[]
  security: object[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, object>
}
/** Part of an OpenAPI description that the collection is generated from. */
export type Description = {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Builds a Postman collection (format 2.1) with a folder for each tag and a request for each operation, deletions last. */
export function generateCollection({ info, tags, paths }: Description) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return {
    info: { name: info.title, version: info.version, description: info.description, schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .sort((a, b) => Number(deletes(a)) - Number(deletes(b)))
        .map(request),
    })),
  }
}

/** Reports whether a request ends what others of its folder need. */
const deletes = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'DELETE' || path.endsWith('/ignore')

function request({ method, path, operation }: { method: string; path: string; operation: Operation }) {
  const { summary, description = summary, security, parameters = [], responses } = operation
  const body = requestBody(operation.requestBody?.content)
  const own = parameters.filter((each): each is Parameter => 'name' in each)
  const script = security.length === 0 ? captureToken : captureId(method, path, responses)
  return {
    name: summary,
    event: script.length === 0 ? [] : [{ listen: 'test', script: { type: 'text/javascript', exec: script } }],
    request: {
      method,
      description,
      ...(security.length === 0 ? { auth: { type: 'noauth' } } : {}),
      header: body ? [{ key: 'Content-Type', value: body.type }] : [],
      url: urlOf(path, own),
      ...(body ? { body: body.body } : {}),
    },
    response: [],
  }
}

/** Writes the address with the parameters of path and query. Optional ones are listed, and switched off. */
function urlOf(path: string, parameters: readonly Parameter[]) {
  const segments = path.slice(1).split('/')
  const query = parameters
    .filter((each) => each.in === 'query')
    .map(({ name, required, description, schema }) => ({
      key: name,
      value: String(schema.example ?? schema.default ?? schema.enum?.[0] ?? ''),
      description: description ?? schema.description ?? '',
      disabled: required !== true,
    }))
  const named = segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'))
  return {
    raw: `{{url}}/${named.join('/')}`,
    host: ['{{url}}'],
    path: named,
    query,
    variable: segments.flatMap((segment, index) => {
      const [, key] = /^\{(\w+)\}$/.exec(segment) ?? []
      return key === undefined ? [] : [{ key, value: `{{${key === 'id' ? variableOf(segments[index - 1]) : key}}}` }]
    }),
  }
}

const captureToken = ["if (pm.response.code === 200) pm.environment.set('token', pm.response.json().access_token)"]

/** Writes a script that stores the id of a created object or task, or of the first one of a list, for other requests. */
function captureId(method: string, path: string, responses: Operation['responses']): string[] {
  const resource = path.split('/').at(-1)
  const isList = method === 'GET' && (/^\/api\/v1\/[a-z-]+$/.test(path) || resource === 'snapshots')
  const startsTask = method === 'POST' && (resource === 'scan' || resource === 'audit')
  if (!isList && !startsTask && !(method === 'POST' && '201' in responses)) return []
  const variable = variableOf(startsTask ? 'tasks' : resource)
  return [
    'const { id, taskId, items = [] } = pm.response.code < 300 ? pm.response.json() : {}',
    'const found = id ?? taskId ?? items[0]?.id',
    `if (found !== undefined) pm.environment.set('${variable}', found)`,
  ]
}
