import { isIP } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import type { AddressRange } from '@rollcall/shared/node/address-range.ts'
import { readLogLevel } from '@rollcall/shared/node/log-level.ts'
import { type AllowedRange, parseAllowList } from '@rollcall/shared/node/outbound/allow-list.ts'
import { parseTrustedProxies } from '../lib/caller-address.ts'
import type { StoreOptions } from '../store/open.ts'
import type { OwnCertificate } from './certificates/operator-certificate.ts'
import { databaseName, masterKeyName } from './data-dir.ts'
import type { ListenAddress } from './metrics/listen.ts'
import { type PublicHost, parsePublicHost, publicHostsMax } from './public-hosts.ts'

/** All settings of the collector, read once, here. */
export type CollectorConfig = {
  dataDir: string
  host: string
  port: number
  natsPort: number
  /**
   * Names and addresses for parts, in the order in which they try them. The certificate contains them in addition to
   * those of this machine.
   */
  publicHosts: PublicHost[]
  store: StoreOptions
  masterKeyFile: string
  /** The operator's own NATS servers, which trust the collector's operator key, instead of the embedded one. */
  ownNats: { servers: string[]; caFile: string | undefined } | undefined
  /** The operator's own certificate, instead of one from the local CA. */
  ownCertificate: OwnCertificate | undefined
  /** Addresses that outbound calls may reach in addition to the open ones. */
  outboundAllow: AllowedRange[]
  /** Reverse proxies in front of the collector, whose `X-Forwarded-For` names the caller. */
  trustedProxies: AddressRange[]
  /** PEM file with the certificates that the reverse proxies show; install commands accept their keys as well. */
  trustedProxiesCertFile: string | undefined
  /** Address that serves the metrics over plain HTTP; undefined: none. */
  metricsListen: ListenAddress | undefined
  /** Threads that answer requests, including the main thread. */
  threads: number
  logLevel: string
}

/** Options of the command line. The environment supplies the rest. */
export type CollectorOptions = {
  dataDir?: string | undefined
  host?: string | undefined
  port?: string | undefined
  natsPort?: string | undefined
  publicHost?: string[] | undefined
}

export function readCollectorConfig(options: CollectorOptions, env: NodeJS.ProcessEnv): CollectorConfig {
  const dataDir = resolve(options.dataDir ?? env['ROLLCALL_DATA_DIR'] ?? '.rollcall')
  const databaseUrl = env['ROLLCALL_DATABASE_URL']
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new OperatorError('ROLLCALL_DATABASE_URL must be a postgresql:// address; leave it out for SQLite')
  }
  const natsUrl = env['ROLLCALL_NATS_URL']
  return {
    dataDir,
    host: options.host ?? env['ROLLCALL_HOST'] ?? '127.0.0.1',
    port: portNumber('--port', options.port ?? env['ROLLCALL_PORT'] ?? '8443'),
    natsPort: portNumber('--nats-port', options.natsPort ?? env['ROLLCALL_NATS_PORT'] ?? '4222'),
    publicHosts: publicHosts(options.publicHost, env['ROLLCALL_PUBLIC_HOSTS']),
    store: databaseUrl
      ? { engine: 'postgres', url: databaseUrl }
      : { engine: 'sqlite', file: join(dataDir, databaseName) },
    masterKeyFile: resolve(env['ROLLCALL_MASTER_KEY_FILE'] ?? join(dataDir, masterKeyName)),
    ownNats: natsUrl
      ? { servers: natsUrl.split(',').map((url) => url.trim()), caFile: env['ROLLCALL_NATS_CA_FILE'] }
      : undefined,
    ownCertificate: ownCertificate(env),
    outboundAllow: parseAllowList(env['ROLLCALL_OUTBOUND_ALLOW']),
    trustedProxies: parseTrustedProxies(env['ROLLCALL_TRUSTED_PROXIES']),
    trustedProxiesCertFile: env['ROLLCALL_TRUSTED_PROXIES_CERT_FILE'] || undefined,
    metricsListen: listenAddress('ROLLCALL_METRICS_LISTEN', env['ROLLCALL_METRICS_LISTEN']),
    threads: threadCount(env['ROLLCALL_THREADS']),
    logLevel: readLogLevel(env),
  }
}

function publicHosts(options: readonly string[] = [], text = ''): PublicHost[] {
  const hosts = [...options, ...text.split(/[\s,]+/).filter(Boolean)].map((entry) => {
    const parsed = parsePublicHost(entry)
    if (parsed) return parsed
    throw new OperatorError(
      `ROLLCALL_PUBLIC_HOSTS: "${entry}" is not a host name or an address, with or without a port, such as collector.example:443`,
    )
  })
  if (hosts.length > publicHostsMax)
    throw new OperatorError(`--public-host and ROLLCALL_PUBLIC_HOSTS name more than ${publicHostsMax} hosts`)
  return hosts
}

/** Parses a port; 0 lets the system choose. */
function portNumber(name: string, text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new OperatorError(`${name} must be a port from 0 to 65535, not "${text}"`)
  return port
}

const threadsMax = 64

/** The main one hands reads over no faster than four others answer them, and each has connections to PostgreSQL. */
const defaultThreadsMax = 5

/**
 * Default number of threads: one for each core besides the main one, and not more than there are GiB of memory. A single
 * core would gain nothing.
 */
export const defaultThreads = (cores: number, memoryBytes: number): number =>
  cores === 1 ? 1 : Math.max(1, Math.min(cores + 1, Math.floor(memoryBytes / 2 ** 30), defaultThreadsMax))

/** Memory of the machine, or of the container that limits it. */
const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** Parses the number of threads. */
function threadCount(text = `${defaultThreads(availableParallelism(), memoryBytes())}`): number {
  const count = Number(text)
  if (!/^\d{1,2}$/.test(text) || count < 1 || count > threadsMax)
    throw new OperatorError(`ROLLCALL_THREADS must be a number from 1 to ${threadsMax}, not "${text}"`)
  return count
}

/** Parses an address and a port, such as 127.0.0.1:8444 or [::1]:8444. Empty means none. */
function listenAddress(name: string, text = ''): ListenAddress | undefined {
  if (text === '') return undefined
  const [, bracketed, plain, port = ''] = /^(?:\[([^\]]*)\]|([^:]*)):(\d+)$/.exec(text) ?? []
  const host = bracketed ?? plain ?? ''
  if (isIP(host) !== (bracketed === undefined ? 4 : 6))
    throw new OperatorError(`${name} must be an IP address and a port such as 127.0.0.1:8444, not "${text}"`)
  return { host, port: portNumber(name, port) }
}

function ownCertificate(env: NodeJS.ProcessEnv): OwnCertificate | undefined {
  const [certificateFile, keyFile] = [env['ROLLCALL_TLS_CERT_FILE'], env['ROLLCALL_TLS_KEY_FILE']]
  if (certificateFile && keyFile) return { certificateFile, keyFile, caFile: env['ROLLCALL_TLS_CA_FILE'] }
  if (certificateFile || keyFile) {
    throw new OperatorError('set ROLLCALL_TLS_CERT_FILE and ROLLCALL_TLS_KEY_FILE together, or neither')
  }
  return undefined
}
