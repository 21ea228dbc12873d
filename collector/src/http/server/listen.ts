import type { Server } from 'node:https'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'

/** Listens on an address. Rejects with an error that tells the operator what to do. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, host, port)))
    server.listen({ host, port }, resolve)
  })
}

function listenError(error: Error, host: string, port: number): Error {
  const code = 'code' in error ? error.code : undefined
  const use = 'choose another with --port or ROLLCALL_PORT'
  if (code === 'EADDRINUSE') return new OperatorError(`port ${port} for HTTPS is used by another program: ${use}`)
  if (code === 'EACCES') return new OperatorError(`port ${port} for HTTPS may not be used by this user: ${use}`)
  if (code === 'EADDRNOTAVAIL')
    return new OperatorError(`${host} is not an address of this machine: choose another with --host or ROLLCALL_HOST`)
  return new OperatorError(`cannot listen on ${host} port ${port}: ${messageOf(error)}`)
}

/** Accepts no more calls, and closes those still running after `closeMsMax`. */
export function closeServer(server: Server, closeMsMax: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), closeMsMax)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
