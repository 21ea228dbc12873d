import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

type Sent = { query: URLSearchParams; claims: Record<string, unknown> }

/**
 * For tests: starts an OpenID Connect issuer on this machine. It enforces the client's obligations (secret, PKCE with
 * S256, redirect address, single-use codes) and signs with its own key.
 */
export async function startIssuer({ clientId = 'rollcall', clientSecret = 'issuer-secret' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, Sent>()
  const refusals: string[] = []
  /** Changes that a test makes to the next ID tokens: claims, or the signing key. */
  const forged: { claims?: Record<string, unknown>; key?: typeof privateKey } = {}
  /** The person already signed in at the issuer's page, who is redirected back at once. */
  const visitor: { claims?: Record<string, unknown> } = {}

  const idToken = ({ query, claims }: Sent): string => {
    const now = Math.floor(Date.now() / 1000)
    const standard = { iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce: query.get('nonce') }
    const parts = [
      { alg: 'RS256', kid: 'one', typ: 'JWT' },
      { ...standard, ...claims, ...forged.claims },
    ]
    const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return `${signed}.${sign('sha256', Buffer.from(signed), forged.key ?? privateKey).toString('base64url')}`
  }

  const faultOf = (form: URLSearchParams, sent: Sent | undefined, authorization = ''): string | undefined => {
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const isClient = authorization === basic || form.get('client_secret') === clientSecret
    if (!isClient) return 'client'
    if (!sent) return 'code'
    if (form.get('redirect_uri') !== sent.query.get('redirect_uri')) return 'redirect_uri'
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return challenge === sent.query.get('code_challenge') ? undefined : 'code_verifier'
  }

  /** Signs a person in at the issuer's page. Returns the redirect address. */
  function authorize(url: string, claims: Record<string, unknown>): URL {
    const { origin, pathname, searchParams: query } = new URL(url)
    if (`${origin}${pathname}` !== `${issuer}/authorize`) throw new Error(`not the issuer's page: ${url}`)
    for (const [name, value] of [
      ['response_type', 'code'],
      ['client_id', clientId],
      ['code_challenge_method', 'S256'],
    ] as const) {
      if (query.get(name) !== value) throw new Error(`${name} is ${query.get(name)}`)
    }
    for (const name of ['state', 'nonce', 'code_challenge', 'redirect_uri']) {
      if (!query.get(name)) throw new Error(`no ${name}`)
    }
    if (!query.get('scope')?.split(' ').includes('openid')) throw new Error('no scope openid')
    const code = randomUUID()
    codes.set(code, { query, claims })
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    return back
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') return send(200, description())
    if (request.url === '/keys') return send(200, { keys: [jwk] })
    if (visitor.claims && request.url?.startsWith('/authorize?')) {
      return response.writeHead(302, { Location: authorize(`${issuer}${request.url}`, visitor.claims).href }).end()
    }
    if (request.url !== '/token') return send(404, {})
    const form = new URLSearchParams(await text(request))
    const sent = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const fault = faultOf(form, sent, request.headers.authorization)
    if (fault !== undefined || !sent) {
      refusals.push(fault ?? 'code')
      return send(400, { error: 'invalid_grant' })
    }
    return send(200, { access_token: randomUUID(), token_type: 'Bearer', id_token: idToken(sent) })
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const description = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  })

  return {
    issuer,
    clientId,
    clientSecret,
    refusals,
    forged,
    visitor,
    otherKey: () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
    authorize,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
