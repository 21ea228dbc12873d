import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { startProcess } from './processes.ts'
import { readShipped } from './shipped-file.ts'
import { waitFor } from './wait.ts'

/** Values that an operator changes in the shipped file. */
export type ReverseProxyValues = {
  /** Address and port at which nginx listens. */
  listen: string
  /** Name in the collector's certificate. */
  name: string
  /** Address and port of the collector. */
  collector: string
  chainFile: string
  keyFile: string
  caFile: string
}

/** Starts nginx with `deploy/reverse-proxy/nginx.conf`, changed as its first line says. */
export async function startReverseProxy(folder: string, values: ReverseProxyValues) {
  const program = findProgram('nginx')
  if (program === undefined) throw new Error('nginx is not installed; `npm test` installs it')
  const site = await readShipped('reverse-proxy/nginx.conf', {
    'listen 443 ssl': `listen ${values.listen} ssl`,
    'rollcall.example.com': values.name,
    '10.0.0.5:8443': values.collector,
    '/etc/rollcall/proxy/chain.pem': values.chainFile,
    '/etc/rollcall/proxy/key.pem': values.keyFile,
    '/etc/rollcall/proxy/ca.pem': values.caFile,
  })
  await mkdir(folder, { recursive: true })
  const file = (name: string) => join(folder, name)
  await writeFile(file('rollcall.conf'), site)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${file(name)};\n`)
    .join('')
  await writeFile(
    file('nginx.conf'),
    `daemon off;\nuser root;\npid ${file('nginx.pid')};\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n${paths}  include ${file('rollcall.conf')};\n}\n`,
  )
  const running = await startProcess({ program, args: ['-p', folder, '-c', file('nginx.conf'), '-e', 'stderr'] })
  await waitFor(() => readFile(file('nginx.pid'), 'utf8'), { what: 'nginx' })
  return running
}
