import type { Answer, ApiClient } from './api-client.ts'

/** Simulates a browser on a page of the collector, with its cookies, over HTTPS. */
export function browserSession({ call }: Pick<ApiClient, 'call'>, origin: string) {
  const cookies = new Map<string, string>()
  const send = async (
    method: Parameters<ApiClient['call']>[0],
    path: string,
    { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await call(method, path, {
      token: null,
      headers: { Origin: origin, ...(Cookie === '' ? {} : { Cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) keep(cookies, line)
    return answer
  }
  return {
    send,
    signIn: (username: string, password: string) =>
      send('POST', '/api/auth/sign-in/username', { body: { username, password } }),
  }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (value === '' || /; Max-Age=0(;|$)/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}
