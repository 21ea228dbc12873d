import { natsTunnel } from '@rollcall/collector/http/audit-service/nats-tunnel.ts'
import { listenHttps } from '@rollcall/collector/http/server/server.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { natsPath, natsScheme } from '@rollcall/shared/messages/enrollment.ts'
import type { NatsOptions } from '@rollcall/shared/node/nats-connect.ts'
import { openWebSocket } from '@rollcall/shared/node/open-web-socket.ts'
import { pino } from 'pino'

type Options = { keyFile: string; chainFile: string; caPem: string; webSocketPort(): number | undefined }

/** The collector's HTTPS port with its way to NATS, for tests of NATS: every signature is accepted. */
export async function startNatsOverHttps({ caPem, webSocketPort, ...files }: Options) {
  const https = await listenHttps(() => new Response(null, { status: 404 }), {
    ...files,
    host: '127.0.0.1',
    port: 0,
    log: pino({ level: 'silent' }),
    tunnel: natsTunnel(async ({ auditServiceId }) => ({ serviceId: auditServiceId }), webSocketPort),
  })
  const access = { auditServiceId: newId(), issuedAt: new Date().toISOString(), signature: 'AAAA' }
  const headers = { Authorization: `${natsScheme} ${Buffer.from(JSON.stringify(access)).toString('base64url')}` }
  const way: Pick<NatsOptions, 'servers' | 'openWebSocket'> = {
    servers: [`wss://127.0.0.1:${https.port}${natsPath}`],
    openWebSocket: (url) =>
      openWebSocket(new URL(`https://${url.host}${url.pathname}`), { headers, caPem, timeoutMs: 10_000 }),
  }
  return { way, stop: () => https.close() }
}
