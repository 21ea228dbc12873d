import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@rollcall/shared/node/durable-files.ts'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { type RunningProcess, startProcess } from './processes.ts'
import { readShipped } from './shipped-file.ts'

/** Values that an operator changes in the shipped file. */
export type BalancerValues = {
  /** Port of 127.0.0.1 at which HAProxy listens. */
  port: number
  /** Addresses and ports of two collectors. */
  collectors: readonly [string, string]
  /** Folder `tls` of a collector. */
  tlsDir: string
}

/** Starts HAProxy with `deploy/reverse-proxy/haproxy.cfg`, changed as its first line says. */
export async function startBalancer(folder: string, values: BalancerValues): Promise<RunningProcess> {
  const program = findProgram('haproxy')
  if (program === undefined) throw new Error('haproxy is not installed; `npm test` installs it')
  await makeFolder(folder)
  const tls = (name: string) => readFile(join(values.tlsDir, name), 'utf8')
  await writeFile(join(folder, 'rollcall.pem'), (await tls('server.pem')) + (await tls('server.key')))
  await writeFile(join(folder, 'ca.pem'), await tls('ca.pem'))
  const [first, second] = values.collectors
  const configuration = await readShipped('reverse-proxy/haproxy.cfg', {
    '0.0.0.0:443': `127.0.0.1:${values.port}`,
    '10.0.0.5:8443': first,
    '10.0.0.6:8443': second,
    '/etc/rollcall/proxy': folder,
  })
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configuration)
  return startProcess({ program, args: ['-db', '-f', file] })
}
