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

/** Attributes that elements of Swagger UI lack in the frame: it has a main part and a first heading of its own. */
const corrections = [
  ['main', 'role', 'group'],
  ['h1', 'aria-level', '2'],
  ['.models h4', 'aria-level', '3'],
  ['#servers', 'aria-label', 'Server'],
  // Scrolls, so the keyboard must reach it.
  ['.microlight', 'tabindex', '0'],
] as const

/** Corrects the structure of a description for screen readers and the keyboard, also of parts that open later. */
export function correctStructure(place: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    for (const [selector, name, value] of corrections) {
      for (const element of place.querySelectorAll(selector)) element.setAttribute(name, value)
    }
  })
  observer.observe(place, { childList: true, subtree: true })
  return () => observer.disconnect()
}

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
    // Before our style sheet, which corrects the one of Swagger UI.
    document.head.prepend(element)
  })
}
