import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context as HonoContext } from 'hono'
import type { Environment } from '../environment.ts'

const assetsDir = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const assetTypes = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
])

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rollcall API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png">
</head>
<body>
<div id="description"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

/**
 * A file of its own: the policy below forbids scripts inside the page. Operations are folded into their tags: of a long
 * list Swagger UI keeps only what is in view in the page, where neither the browser's search nor printing finds the rest.
 */
const startScript = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#description',
  deepLinking: true,
  displayOperationId: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
})
`

/** Everything from here: a collector often has no way out, and a page that holds tokens has no business elsewhere. */
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

/** /api/docs shows /api/openapi.json and tries calls out, with no asset from outside. */
export function docsPage(app: OpenAPIHono<Environment>): void {
  const send = (c: HonoContext<Environment>, body: string | Uint8Array<ArrayBuffer>, type: string) =>
    c.body(body, 200, { ...securityHeaders, 'Content-Type': type })
  app.get('/api/docs', (c) => send(c, page, 'text/html; charset=utf-8'))
  app.get('/api/docs/start.js', (c) => send(c, startScript, 'text/javascript; charset=utf-8'))
  for (const [name, type] of assetTypes) {
    // Read once: a copy for each answer would stay in memory for as long as its reader takes.
    let content: Uint8Array<ArrayBuffer> | undefined
    app.get(`/api/docs/${name}`, (c) => {
      content ??= readFileSync(join(assetsDir, name))
      c.header('Cache-Control', 'public, max-age=86400')
      return send(c, content, type)
    })
  }
}
