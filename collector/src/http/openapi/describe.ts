import { productVersion } from '@rollcall/shared/version.ts'
import type { App } from '../environment.ts'
import { complete } from './complete.ts'
import { docsPage } from './docs-page.ts'
import { introduction } from './introduction.ts'
import { tags } from './tags.ts'
import { describeWebhooks } from './webhooks.ts'

/** Serves the OpenAPI 3.1 description, generated from the schemas that validate, and the docs page. */
export function describe(app: App): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'oauth2', {
    type: 'oauth2',
    description: 'Client ID and Client secret of an App registration.',
    flows: {
      clientCredentials: {
        tokenUrl: '/api/oauth/token',
        scopes: { api_client: 'Everything that the registration permits' },
      },
    },
  })
  describeWebhooks(app)
  /** Stored as bytes that all responses share: a text would be copied for each client until it has read it. */
  let description: Uint8Array<ArrayBuffer> | undefined
  app.get('/api/openapi.json', (c) => {
    description ??= encoded(
      complete(
        app.getOpenAPI31Document({
          openapi: '3.1.0',
          info: {
            title: 'Rollcall',
            version: productVersion,
            description: introduction,
            license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
          },
          servers: [{ url: '/' }],
          tags,
        }),
      ),
    )
    return c.body(description, 200, { 'Content-Type': 'application/json' })
  })
  docsPage(app)
}

const encoded = (value: object) => new TextEncoder().encode(JSON.stringify(value))
