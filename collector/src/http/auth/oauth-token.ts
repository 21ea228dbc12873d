import { createRoute } from '@hono/zod-openapi'
import {
  type TokenErrorCode,
  tokenErrorSchema,
  tokenRequestSchema,
  tokenResponseSchema,
} from '@rollcall/shared/api/token.ts'
import { issueToken, TokenRequestError } from '../../access/registrations/issue-token.ts'
import type { App, HttpContext, HttpDeps, Middleware } from '../environment.ts'
import { basicClient } from '../middleware/authorization.ts'
import { countClientCall } from '../middleware/count-client-call.ts'
import { anonymousBodyBytesMax, limitBody } from '../middleware/limit-body.ts'
import { describeRoute, json, problems } from '../openapi/route.ts'

const answers = {
  200: json(tokenResponseSchema, 'A bearer token for one hour'),
  400: json(tokenErrorSchema, 'invalid_request, unsupported_grant_type or invalid_scope (RFC 6749 section 5.2)'),
  401: {
    ...json(tokenErrorSchema, 'invalid_client: wrong Client ID or secret, or the registration is disabled or expired'),
    headers: {
      'WWW-Authenticate': {
        description: '`Basic`, if the request used HTTP Basic authentication',
        schema: { type: 'string' as const },
      },
    },
  },
  ...problems(413, 429),
}

const tokenRoute = (path: string, operationId: string, summary: string) =>
  createRoute({
    method: 'post',
    path,
    tags: ['Authentication'],
    operationId,
    summary,
    // The only operation without a bearer token.
    security: [],
    request: {
      body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: tokenRequestSchema } } },
    },
    responses: answers,
  })

/** Adds the token endpoint at both of its paths. Only the older path requires `scope=api_client`. */
export function tokenRoutes(app: App, deps: HttpDeps): void {
  const paths = [
    { path: '/api/oauth/token', scopeRequired: false, id: 'requestToken', summary: 'Request a token' },
    {
      path: '/identity-server/connect/token',
      scopeRequired: true,
      id: 'requestTokenOlder',
      summary: 'Request a token (older path)',
    },
  ]
  for (const { path, scopeRequired, id, summary } of paths) {
    describeRoute(app, tokenRoute(path, id, summary))
    // Errors follow RFC 6749, so the handler parses the body instead of the route's validator.
    app.post(path, limitBody(anonymousBodyBytesMax), countTokenRequest(deps), async (c) => {
      c.header('Cache-Control', 'no-store')
      try {
        const client = await readClient(c, scopeRequired)
        const token = await issueToken(deps.system, client)
        return c.json({ access_token: token.accessToken, token_type: 'Bearer', expires_in: token.expiresIn })
      } catch (error) {
        if (!(error instanceof TokenRequestError)) throw error
        return tokenError(c, error)
      }
    })
  }
}

/** Counts a token request, even if it is refused for another reason than its secret. */
function countTokenRequest(deps: HttpDeps): Middleware {
  return async (c, next) => {
    const form = new URLSearchParams(await c.req.text())
    const [clientId, clientSecret] = [form.get('client_id'), form.get('client_secret')]
    const inBody = clientId !== null && clientSecret !== null ? { clientId, clientSecret } : undefined
    return countClientCall(c, next, deps, basicClient(c.req.header('Authorization')) ?? inBody)
  }
}

function tokenError(c: HttpContext, error: TokenRequestError) {
  const status: Record<TokenErrorCode, 400 | 401> = {
    invalid_client: 401,
    invalid_request: 400,
    unsupported_grant_type: 400,
    invalid_scope: 400,
  }
  const triedBasic = /^basic\b/i.test(c.req.header('Authorization')?.trim() ?? '')
  if (error.code === 'invalid_client' && triedBasic) c.header('WWW-Authenticate', 'Basic realm="rollcall"')
  return c.json({ error: error.code, error_description: error.message }, status[error.code])
}

async function readClient(c: HttpContext, scopeRequired: boolean) {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') {
    throw new TokenRequestError('invalid_request', 'The body must be application/x-www-form-urlencoded.')
  }
  const form = new URLSearchParams(await c.req.text())
  const names = new Set<string>()
  for (const name of form.keys()) {
    if (names.has(name)) throw new TokenRequestError('invalid_request', `${name} must be sent once.`)
    names.add(name)
  }
  const grant = form.get('grant_type')
  if (!grant) throw new TokenRequestError('invalid_request', 'grant_type is required.')
  if (grant !== 'client_credentials') {
    throw new TokenRequestError('unsupported_grant_type', 'grant_type must be client_credentials.')
  }
  const scopes = (form.get('scope') ?? '').split(' ').filter(Boolean)
  if (scopes.some((scope) => scope !== 'api_client') || (scopeRequired && scopes.length === 0)) {
    throw new TokenRequestError('invalid_scope', 'scope must be api_client.')
  }
  return clientOf(c.req.header('Authorization'), form)
}

/** Reads the credentials of the client from HTTP Basic (RFC 6749 section 2.3.1) or from the body, not both. */
function clientOf(
  authorization: string | undefined,
  form: URLSearchParams,
): { clientId: string; clientSecret: string } {
  const inBody = { clientId: form.get('client_id') ?? '', clientSecret: form.get('client_secret') ?? '' }
  // Some clients send their old bearer token even with the request for a new one.
  if (authorization === undefined || !/^basic\b/i.test(authorization.trim())) {
    if (inBody.clientId && inBody.clientSecret) return inBody
    throw new TokenRequestError('invalid_request', 'client_id and client_secret are required.')
  }
  const byBasic = basicClient(authorization)
  if (byBasic === undefined)
    throw new TokenRequestError('invalid_client', 'The Authorization header is not valid HTTP Basic.')
  if (inBody.clientSecret)
    throw new TokenRequestError('invalid_request', 'Send the secret by Basic or in the body, not both.')
  return byBasic
}
