import { join } from 'node:path'
import { wireBytesMax } from '@rollcall/shared/messages/subjects.ts'
import { makeFolder, removeFolder, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { operatorJwt, systemAccountJwt } from './accounts.ts'
import type { MessagingKeys } from './keys.ts'
import type { AccountClaims } from './service-accounts.ts'
import { storeBytesMax } from './stream-sizes.ts'

type NatsServerFiles = {
  /** PEM files of the server's certificate (with its chain) and its key. */
  certFile: string
  keyFile: string
}

export type NatsServerConfig = NatsServerFiles & {
  /** Folder for this server alone, created if needed: configuration, claims and JetStream's files. */
  dir: string
  host: string
  port: number
  /** Port on the loopback address for WebSockets, which arrive over the collector's own HTTPS port. */
  webSocketPort: number
}

export const configFileOf = (dir: string): string => join(dir, 'nats-server.conf')

/**
 * Writes the configuration file and returns its path. The file mode is 600, since its claims decide who may connect.
 * For a server that does not run: claims of an earlier run are removed, so that it admits exactly these accounts.
 */
export async function writeServerConfig(
  config: NatsServerConfig,
  keys: MessagingKeys,
  accounts: readonly AccountClaims[],
): Promise<string> {
  const claimsDir = join(config.dir, 'claims')
  await makeFolder(config.dir)
  await removeFolder(claimsDir)
  const file = configFileOf(config.dir)
  const text = [...listenLines(config), ...(await trustLines(keys, accounts, claimsDir))].join('\n')
  await writeFileWhole(file, `${text}\n`)
  return file
}

/**
 * Builds the configuration that a server needs for Rollcall: the size of messages, trust in the collector's operator,
 * the accounts, and a folder for later claims.
 */
export async function trustLines(
  keys: MessagingKeys,
  accounts: readonly AccountClaims[],
  claimsDir: string,
): Promise<string[]> {
  return [
    `max_payload: ${wireBytesMax}`,
    `operator: ${await operatorJwt(keys)}`,
    `system_account: ${keys.systemAccount.getPublicKey()}`,
    `resolver { type: full, dir: ${quote(claimsDir)}, allow_delete: false, interval: "10s" }`,
    'resolver_preload {',
    `  ${keys.systemAccount.getPublicKey()}: ${await systemAccountJwt(keys)}`,
    ...accounts.map(({ publicKey, jwt }) => `  ${publicKey}: ${jwt}`),
    '}',
  ]
}

function listenLines({ dir, host, port, webSocketPort, certFile, keyFile }: NatsServerConfig): string[] {
  return [
    `server_name: rollcall`,
    `host: ${quote(host)}`,
    `port: ${port}`,
    'max_connections: 10000',
    'max_control_line: 4096',
    'write_deadline: "10s"',
    'logtime: false',
    `tls { cert_file: ${quote(certFile)}, key_file: ${quote(keyFile)}, min_version: "1.2", timeout: 10 }`,
    // Without TLS of its own: the collector ends TLS, and only this machine reaches the loopback address.
    `websocket { host: "127.0.0.1", port: ${webSocketPort}, no_tls: true, authorization { timeout: 10 } }`,
    'jetstream {',
    // The server adds a subfolder `jetstream`.
    `  store_dir: ${quote(dir)}`,
    // Each write is on disk before it is acknowledged.
    '  sync_interval: always',
    `  max_file_store: ${storeBytesMax}`,
    '  max_memory_store: 1048576',
    '}',
  ]
}

/** Quotes a string of the configuration language, in which a backslash escapes as in JSON. */
const quote = (text: string): string => JSON.stringify(text)
