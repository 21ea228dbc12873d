import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import type { Network } from './network.ts'
import type { RunningProcess } from './processes.ts'

export type ForwardProxy = {
  /** Address with user and password. */
  url: string
  /** Address without them, as messages show it. */
  name: string
  password: string
  start(): Promise<void>
  stop(): Promise<void>
}

const user = 'site'
const password = 'hush-hush-proxy'

/** Starts a real HTTP proxy with a password in a place of a network. */
export async function startForwardProxy(
  network: Network,
  { place, folder, port = 3128 }: { place: string; folder: string; port?: number },
): Promise<ForwardProxy> {
  const program = findProgram('tinyproxy')
  if (program === undefined) throw new Error('tinyproxy is not installed; `npm test` installs it')
  const { address } = network.host(place)
  const file = join(folder, 'tinyproxy.conf')
  await writeFile(
    file,
    [`Port ${port}`, `Listen ${address}`, 'Timeout 600', `BasicAuth ${user} ${password}`, ''].join('\n'),
  )
  let running: RunningProcess | undefined
  const start = async () => {
    running = await network.spawn(place, program, ['-d', '-c', file], { ready: /Accepting connections/ })
  }
  await start()
  return {
    url: `http://${user}:${password}@${address}:${port}`,
    name: `http://${address}:${port}`,
    password,
    start,
    stop: async () => void (await running?.stop()),
  }
}
