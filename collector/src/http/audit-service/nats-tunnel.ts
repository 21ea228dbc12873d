import type { IncomingMessage } from 'node:http'
import { DomainError } from '@rollcall/shared/errors.ts'
import { natsPath, natsScheme, serviceRenewSchema } from '@rollcall/shared/messages/enrollment.ts'
import type { z } from 'zod'
import type { TunnelRoute } from '../server/tunnels.ts'

type Access = z.infer<typeof serviceRenewSchema>

/**
 * Lets Audit Services reach the embedded NATS server over the HTTPS port, as a WebSocket. A caller must prove that it is
 * an Audit Service of the inventory before NATS sees a byte of it. NATS then authenticates it as on its own port.
 */
export const natsTunnel = (
  /** Rejects with a DomainError. */
  verify: (access: Access) => Promise<{ serviceId: string }>,
  /** Returns undefined if NATS does not run here. */
  webSocketPort: () => number | undefined,
): TunnelRoute => ({
  path: natsPath,
  async open(request, address) {
    const access = accessIn(request)
    const key = request.headers['sec-websocket-key'] ?? ''
    const isWebSocket = request.method === 'GET' && request.headers.upgrade?.toLowerCase() === 'websocket'
    if (!isWebSocket || !/^[A-Za-z0-9+/]{22}==$/.test(key)) return { status: 400 }
    if (!access) return { status: 401 }
    // During an update of the database, nothing reads it.
    const port = webSocketPort()
    if (port === undefined) return { status: 503 }
    const verified = await verify(access).catch((error: unknown) => {
      if (error instanceof DomainError) return undefined
      throw error
    })
    if (!verified) return { status: 403 }
    return { port, callerId: verified.serviceId, head: handshake(port, key, address) }
  },
})

function accessIn({ headers }: IncomingMessage): Access | undefined {
  const [scheme, text, ...rest] = (headers.authorization ?? '').split(' ')
  if (scheme !== natsScheme || !text || rest.length > 0) return undefined
  try {
    return serviceRenewSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    // Not the request of an Audit Service.
    return undefined
  }
}

/** Builds the request to nats-server, from checked values only. Its logs show the caller's address. */
const handshake = (port: number, key: string, address: string): string =>
  [
    'GET / HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${key}`,
    `X-Forwarded-For: ${address}`,
    '\r\n',
  ].join('\r\n')
