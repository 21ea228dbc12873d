import { queryOptions } from '@tanstack/react-query'
import { ApiError, offline } from '../../api/problem.ts'
import { request } from '../../api/request.ts'

type Render = (options: object) => unknown
/** Swagger UI with the API description that it shows. */
export type Swagger = { render: Render; spec: object }

/** Loads Swagger UI and the API description. They are larger than the rest of the interface; only their page needs them. */
export const swaggerOptions = queryOptions({
  queryKey: ['swagger-ui'],
  queryFn: loadSwagger,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

async function loadSwagger(): Promise<Swagger> {
  const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/api/docs/swagger-ui.css' })
  const script = Object.assign(document.createElement('script'), { src: '/api/docs/swagger-ui-bundle.js' })
  const [spec] = await Promise.all([request<object>('/api/openapi.json'), ...[style, script].map(loaded)])
  const { SwaggerUIBundle } = window as Window & { SwaggerUIBundle?: Render }
  if (SwaggerUIBundle) return { render: SwaggerUIBundle, spec }
  throw new ApiError({ status: 500, code: 'no_swagger', title: 'The API documentation did not start' })
}

function loaded(element: HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => {
      element.remove()
      reject(offline())
    })
    document.head.append(element)
  })
}
