import { type ChildProcess, fork } from 'node:child_process'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

export type BrowserNamespace = {
  /** For nsenter(1). */
  file: string
  /** Port of the proxy, on the loopback of the namespace. */
  proxyPort: number
}

let shared: Promise<BrowserNamespace> | undefined

/**
 * A network namespace for the browsers of this process. Chromium gives up what it loads when an interface of its
 * namespace comes or goes, and here none does. Its only way out is a proxy in this process. Needs root.
 */
export function browserNamespace(): Promise<BrowserNamespace> {
  shared ??= makeNamespace()
  return shared
}

async function makeNamespace(): Promise<BrowserNamespace> {
  const holder = fork(fileURLToPath(new URL('./hold-namespace.ts', import.meta.url)), {
    execPath: 'unshare',
    execArgv: ['--net', process.execPath],
    env: { ...process.env, NODE_OPTIONS: undefined },
  })
  const { port, server } = await listenerOf(holder)
  const proxy = createServer(passOn)
  proxy.on('connect', ({ url }, near: Socket) => tunnel(near, new URL(`https://${url}`)))
  server.on('connection', (socket) => proxy.emit('connection', socket))
  server.unref()
  // The holder ends with this process, and the namespace with the last process in it.
  holder.unref()
  holder.channel?.unref()
  return { file: `/proc/${holder.pid}/ns/net`, proxyPort: port }
}

/** A listening socket keeps the namespace it was made in, so this process can accept what comes in there. */
function listenerOf(holder: ChildProcess): Promise<{ port: number; server: Server }> {
  return new Promise((resolve, reject) => {
    holder.once('message', (port, server) => resolve({ port: Number(port), server: server as Server }))
    holder.once('error', reject)
    holder.once('exit', (code) =>
      reject(new Error(`the browser's network namespace cannot be made (${code}): be root`)),
    )
  })
}

/** Forwards a request without TLS, such as to the issuer of a test. */
function passOn(asked: IncomingMessage, response: ServerResponse): void {
  const { url = '', method, headers } = asked
  const onward = request(url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  asked.pipe(onward)
}

/** Accepts first: a server that is away then shows in the browser as a connection that was closed, as without a proxy. */
function tunnel(near: Socket, { hostname, port }: URL): void {
  const far = connect(Number(port || 443), hostname)
  for (const [socket, other] of [
    [near, far],
    [far, near],
  ] as const) {
    socket.on('error', () => socket.destroy())
    socket.on('close', () => other.destroy())
  }
  near.write('HTTP/1.1 200 OK\r\n\r\n')
  near.pipe(far).pipe(near)
}
