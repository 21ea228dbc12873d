import { queryOptions } from '@tanstack/react-query'
import { ApiError, offline } from '../../api/problem.ts'

type Render = (options: object) => unknown

/** Loads Swagger UI. It is larger than the rest of the interface, so only its page needs it. */
export const swaggerOptions = queryOptions({
  queryKey: ['swagger-ui'],
  queryFn: loadSwagger,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

async function loadSwagger(): Promise<Render> {
  const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/api/docs/swagger-ui.css' })
  const scripts = ['swagger-ui-bundle.js', 'show-description.js'].map((name) =>
    Object.assign(document.createElement('script'), { src: `/api/docs/${name}` }),
  )
  await Promise.all([style, ...scripts].map(loaded))
  const { showDescription } = window as Window & { showDescription?: Render }
  if (showDescription) return showDescription
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
