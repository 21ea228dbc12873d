import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:net'
import ssh2, { type AuthContext, type ServerChannel } from 'ssh2'

type TestServer = AsyncDisposable & {
  address: '127.0.0.1'
  port: number
  /** Login attempts as `method user`. */
  attempts: string[]
}

export type TestSession = (channel: ServerChannel, hangUp: () => void) => void

type Behaviour = {
  /** Default: accepts everyone. `hangUp` ends the connection. */
  authenticate?: (context: AuthContext, hangUp: () => void) => void
  /** Handler of a session in place of a shell. */
  session: TestSession
}

/** Starts an SSH server with a custom behavior that sshd does not have, on a free port of 127.0.0.1. */
export async function startTestServer({ authenticate, session }: Behaviour): Promise<TestServer> {
  // The keys that ssh2 generates are malformed once in 200.
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const hostKey = privateKey.export({ type: 'sec1', format: 'pem' }).toString()
  const attempts: string[] = []
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    const hangUp = () => void client.end()
    client.on('error', hangUp)
    client.on('authentication', (context) => {
      attempts.push(`${context.method} ${context.username}`)
      if (authenticate) authenticate(context, hangUp)
      else context.accept()
    })
    client.on('session', (accept) => {
      accept().on('exec', (acceptExec) => session(acceptExec(), hangUp))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: '127.0.0.1',
    port: portOf(server.address()),
    attempts,
    [Symbol.asyncDispose]: async () => {
      server.close()
    },
  }
}

function portOf(address: ReturnType<Server['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** Runs the shell that sshd would start, as the user of the tests. */
export function serveShell(channel: ServerChannel): void {
  const shell = spawn('/bin/sh')
  channel.pipe(shell.stdin)
  shell.stdout.pipe(channel, { end: false })
  shell.stderr.pipe(channel.stderr, { end: false })
  channel.on('close', () => shell.kill())
  shell.on('close', (code) => {
    channel.exit(code ?? 1)
    channel.end()
  })
}
