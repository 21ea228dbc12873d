import { join } from 'node:path'
import { makeFolder, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { freePort } from './ports.ts'
import { type RunningProcess, startProcess } from './processes.ts'

export type NatsCluster = {
  /** URL of each server. */
  urls: string[]
  /** Configuration and data of each server. */
  folders: string[]
  start(index: number): Promise<void>
  stop(index: number, signal?: NodeJS.Signals): Promise<void>
  /** Each server that runs. */
  stopAll(): Promise<void>
  startAll(): Promise<void>
}

type ClusterOptions = {
  program: string
  folder: string
  certFile: string
  keyFile: string
  /** Lines that `collector nats-config` prints for `claimsDir`. */
  trustLines: readonly string[]
}

const size = 3

/** Folder of the claims, below the folder of each server. */
export const claimsDir = 'claims'

/** Three servers of a customer: a JetStream cluster that trusts a collector. */
export async function startNatsCluster(options: ClusterOptions): Promise<NatsCluster> {
  const { program, folder, certFile, keyFile } = options
  const ports: { client: number; route: number }[] = []
  while (ports.length < size) ports.push({ client: await freePort(), route: await freePort() })
  const routes = ports.map(({ route }) => `"nats://127.0.0.1:${route}"`).join(', ')
  const running = new Map<number, RunningProcess>()
  const dirOf = (index: number) => join(folder, `nats-${index}`)
  for (const [index, { client, route }] of ports.entries()) {
    const lines = [
      `server_name: server-${index}`,
      `listen: "127.0.0.1:${client}"`,
      `tls { cert_file: "${certFile}", key_file: "${keyFile}" }`,
      `jetstream { store_dir: "${dirOf(index)}", sync_interval: always, max_file_store: 1TB }`,
      `cluster { name: customer, listen: "127.0.0.1:${route}", routes: [${routes}] }`,
      ...options.trustLines,
    ]
    await makeFolder(dirOf(index))
    await writeFileWhole(join(dirOf(index), 'nats.conf'), `${lines.join('\n')}\n`)
  }
  const start = async (index: number) => {
    const args = ['--config', join(dirOf(index), 'nats.conf')]
    running.set(index, await startProcess({ program, args, cwd: dirOf(index), ready: /Server is ready/ }))
  }
  const stop = async (index: number, signal?: NodeJS.Signals) => {
    const server = running.get(index)
    running.delete(index)
    await server?.stop(signal, 20_000)
  }
  const cluster: NatsCluster = {
    urls: ports.map(({ client }) => `tls://127.0.0.1:${client}`),
    folders: ports.map((_, index) => dirOf(index)),
    start,
    stop,
    stopAll: async () => void (await Promise.all([...running.keys()].map((index) => stop(index)))),
    startAll: async () => void (await Promise.all(ports.map((_, index) => running.has(index) || start(index)))),
  }
  await cluster.startAll()
  return cluster
}
