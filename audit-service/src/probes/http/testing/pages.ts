import type { Socket } from 'node:net'

/** Reply of a test server: a status with headers, or a body. */
type Page = { status?: number; headers?: readonly string[]; body?: unknown }

/** Answers GET requests with the page of their path: objects as JSON, texts as they are. Others are not found. */
export function servesPages(pages: Readonly<Record<string, Page>>) {
  return (socket: Socket): void => {
    socket.on('data', (request) => {
      const [, method, path = ''] = /^(\w+) (\S+) HTTP\/1\.1\r\n/.exec(request.toString('latin1')) ?? []
      const { status = 200, headers = [], body = '' } = (method === 'GET' ? pages[path] : undefined) ?? { status: 404 }
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const lines = [`HTTP/1.1 ${status} Status`, ...headers, `Content-Length: ${Buffer.byteLength(text)}`, '', text]
      socket.end(lines.join('\r\n'))
    })
  }
}
