import { Api } from './client.ts'

export type Answer = { method: string; path: string; status: number; headers: Record<string, string>; body: string }

/** The generated client with a token of its own, and every answer it got; bodies of those that are JSON. */
export async function connect(url: string, clientId: string, clientSecret: string) {
  const answers: Answer[] = []
  const recordingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const isJson = response.headers.get('Content-Type')?.includes('json') ?? false
    answers.push({
      method: init?.method ?? 'GET',
      path: new URL(String(input)).pathname,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: isJson ? await response.clone().text() : '',
    })
    return response
  }
  const api = new Api<string>({
    baseUrl: url,
    customFetch: recordingFetch,
    securityWorker: (token) => (token === null ? {} : { headers: { Authorization: `Bearer ${token}` } }),
  })
  const request = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const older = await api.authentication.requestTokenOlder({ ...request, scope: 'api_client' })
  const { data: token } = await api.authentication.requestToken(request)
  if (token.access_token === older.data.access_token) throw new Error('both token endpoints gave the same token')
  api.setSecurityData(token.access_token)
  return { api, answers }
}

export type Client = Awaited<ReturnType<typeof connect>>['api']

/** The text of a stream up to where it holds what is waited for. */
export async function streamUntil(response: Response, wanted: string): Promise<string> {
  if (response.body === null) throw new Error('the stream has no body')
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes(wanted)) return text
  }
  throw new Error(`the stream ended without ${wanted}: ${text}`)
}

/** Asks again until there is something; what the service works out by itself takes a moment. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const found = await ask()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${what} did not come`)
}
