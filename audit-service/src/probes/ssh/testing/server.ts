import { once } from 'node:events'
import type { Server } from 'node:net'
import ssh2, { type AuthContext, type ServerChannel } from 'ssh2'

export type TestServer = AsyncDisposable & {
  address: '127.0.0.1'
  port: number
  /** Attempts to log in, each as `method user`. */
  attempts: string[]
}

type Behaviour = {
  /** Default: everyone is let in. */
  authenticate?: (context: AuthContext) => void
  /** What stands in the place of a shell. */
  session: (channel: ServerChannel) => void
}

/** A server that sshd would not be: it does with the connection what a test needs. On a free port of 127.0.0.1. */
export async function startTestServer({ authenticate, session }: Behaviour): Promise<TestServer> {
  const hostKey = ssh2.utils.generateKeyPairSync('ed25519').private
  const attempts: string[] = []
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    client.on('error', () => client.end())
    client.on('authentication', (context) => {
      attempts.push(`${context.method} ${context.username}`)
      if (authenticate) authenticate(context)
      else context.accept()
    })
    client.on('session', (accept) => {
      accept().on('exec', (acceptExec) => session(acceptExec()))
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
