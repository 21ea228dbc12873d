import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { compress } from 'hono/compress'
import type { App, HttpContext } from '../environment.ts'

/** Files of Swagger UI, each with its media type. */
const assets = new Map([
  [createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui.css'), 'text/css; charset=utf-8'],
  [createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'text/javascript; charset=utf-8'],
  [createRequire(import.meta.url).resolve('swagger-ui-dist/favicon-32x32.png'), 'image/png'],
])

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rollcall API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<style>.back { margin: 0; padding: 12px 20px; font: 14px sans-serif }</style>
<link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png">
</head>
<body>
<p class="back"><a href="/">Rollcall</a></p>
<div id="description"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/show-description.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

/**
 * Shows the description with Swagger UI; the page of the web interface calls it too. Operations are collapsed into
 * their tags: Swagger UI renders only the visible part of a long list, so that neither search nor print in the browser
 * finds the rest.
 *
 * Follows the references of the part that is opened by itself, a few milliseconds of work: the resolver of Swagger UI
 * reads the whole description as OpenAPI 3.1 for each part, which blocks the page for seconds.
 */
const showScript = `function showDescription(options) {
  const followRefs = (description, part, followed) => {
    if (Array.isArray(part)) return part.map((each) => followRefs(description, each, followed))
    if (part === null || typeof part !== 'object') return part
    if (typeof part.$ref === 'string' && !followed.includes(part.$ref)) {
      const target = valueAt(description, part.$ref.slice(2).split('/').map((key) => key.replaceAll('~1', '/')))
      return followRefs(description, target, [...followed, part.$ref])
    }
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, followRefs(description, value, followed)]))
  }
  const valueAt = (description, path) => path.reduce((value, key) => value?.[key], description)
  const resolver = () => ({
    fn: {
      resolveSubtree: async (description, path) => ({
        spec: followRefs(description, valueAt(description, path), []),
        errors: [],
      }),
    },
  })
  return SwaggerUIBundle({
    url: '/api/openapi.json',
    displayOperationId: true,
    docExpansion: 'none',
    filter: true,
    validatorUrl: null,
    plugins: [resolver],
    ...options,
  })
}
`

/** Separate file, because the policy below forbids inline scripts. */
const startScript = `showDescription({ dom_id: '#description', deepLinking: true })
`

/**
 * Loads everything from the collector: it often has no internet access, and a page with tokens must not contact other
 * hosts.
 */
const securityHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** Serves /api/docs, which shows /api/openapi.json and tries out calls, without external assets. */
export function docsPage(app: App): void {
  const send = (c: HttpContext, body: string | Uint8Array<ArrayBuffer>, type: string) =>
    c.body(body, 200, { ...securityHeaders, 'Content-Type': type })
  app.use('/api/docs/*', compress({ encoding: 'gzip' }))
  app.get('/api/docs', (c) => send(c, page, 'text/html; charset=utf-8'))
  app.get('/api/docs/show-description.js', (c) => send(c, showScript, 'text/javascript; charset=utf-8'))
  app.get('/api/docs/start.js', (c) => send(c, startScript, 'text/javascript; charset=utf-8'))
  for (const [file, type] of assets) {
    // Read once: a copy for each response would stay in memory until its client has read it.
    let content: Uint8Array<ArrayBuffer> | undefined
    app.get(`/api/docs/${basename(file)}`, (c) => {
      content ??= readFileSync(file)
      c.header('Cache-Control', 'public, max-age=86400')
      return send(c, content, type)
    })
  }
}
