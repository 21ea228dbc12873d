import type { connect, TLSSocket } from 'node:tls'
import { Client, type Entry, type SearchOptions } from 'ldapts'
import { DirectoryError, faultText } from './fault.ts'

type Session = {
  bind(username: string, password: string): Promise<void>
  /** Yields the entries page by page (RFC 2696). Referrals are not followed, because they name other servers. */
  pages(baseDn: string, options: SearchOptions): AsyncGenerator<Entry[], void, undefined>
  close(): Promise<void>
}

/** Limit of one answer or one page: 500 entries of 8 KiB. */
const answerBytesMax = 4 * 1024 * 1024
const operationTimeoutMs = 60_000

/**
 * Opens an LDAP session over an existing connection. The client must not reconnect on its own, so it receives no other
 * connection. The size of each answer is limited.
 */
export function openSession(socket: TLSSocket, signal: AbortSignal): Session {
  const connections = [socket]
  const client = new Client({
    // The client requires a URL, but uses the given connection.
    url: 'ldaps://directory',
    createSecureConnection: (() => {
      const connection = connections.pop()
      if (!connection) throw new DirectoryError('it ended the connection')
      return connection
    }) as typeof connect,
    timeout: operationTimeoutMs,
  })
  let bytes = 0
  let fault: unknown
  const end = (reason: unknown) => {
    fault ??= reason
    socket.destroy()
  }
  const onAbort = () => end(signal.reason)
  signal.addEventListener('abort', onAbort)
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > answerBytesMax) end(new DirectoryError(`it sends more than ${answerBytesMax} bytes at once`))
  })
  const guarded = async <T>(ask: () => Promise<T>): Promise<T> => {
    bytes = 0
    try {
      signal.throwIfAborted()
      return await ask()
    } catch (error) {
      throw fault ?? error
    }
  }
  return {
    bind: (username, password) => guarded(() => client.bind(username, password)),
    async *pages(baseDn, options) {
      const pages = client.searchPaginated(baseDn, options)
      for (;;) {
        const { done, value } = await guarded(() => pages.next())
        if (done) return
        yield value.searchEntries
      }
    },
    async close() {
      signal.removeEventListener('abort', onAbort)
      // Unbinding (RFC 4511, section 4.3) is optional, and fails on a lost connection.
      await client.unbind().catch(() => undefined)
      socket.destroy()
    },
  }
}

/** Returns a directory error with the request and the server's fault. */
export const directoryFault = (request: string, cause: unknown): DirectoryError =>
  new DirectoryError(`${request}: ${faultText(cause)}`, { cause })
