import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { DirectoryAddress } from '@rollcall/shared/api/segment.ts'
import type { Outbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { DirectoryError, faultText } from './fault.ts'
import { startTls } from './start-tls.ts'

/** A directory with the outbound policy for connections to it. */
export type DirectoryTarget = DirectoryAddress & { outbound: Outbound }

const connectTimeoutMs = 10_000
const ports = { 'ldap:': 389, 'ldaps:': 636 }

/**
 * Opens a TLS connection to the directory server with a verified certificate, directly (ldaps://) or by StartTLS
 * (ldap://, RFC 4513, section 3). No other function opens a connection, so nothing is sent in clear text.
 */
export async function connectDirectory(
  { url, caCertificate, outbound }: Pick<DirectoryTarget, 'url' | 'caCertificate' | 'outbound'>,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const scheme = protocol === 'ldaps:' ? protocol : 'ldap:'
  const timeout = AbortSignal.timeout(connectTimeoutMs)
  const ended = AbortSignal.any([signal, timeout])
  let tcp: Socket | undefined
  const onAbort = () => tcp?.destroy()
  ended.addEventListener('abort', onAbort)
  try {
    const target = { host, port: port === '' ? ports[scheme] : Number(port) }
    tcp = await outbound.connect('directories', { ...target, signal: ended })
    if (scheme === 'ldap:') await startTls(tcp)
    return await secure(tcp, host, caCertificate, ended)
  } catch (cause) {
    tcp?.destroy()
    signal.throwIfAborted()
    const reason = timeout.aborted ? `it did not answer within ${connectTimeoutMs} ms` : faultText(cause)
    throw new DirectoryError(`cannot connect to the directory at ${url}: ${reason}`, { cause })
  } finally {
    ended.removeEventListener('abort', onAbort)
  }
}

async function secure(
  socket: Socket,
  host: string,
  caCertificate: string | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const secured = connectTls({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...optional({ ca: caCertificate }),
    minVersion: 'TLSv1.2',
  })
  secured.on('error', () => undefined)
  await once(secured, 'secureConnect', { signal })
  return secured
}
