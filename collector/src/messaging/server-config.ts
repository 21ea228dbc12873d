import { join } from 'node:path'
import { wireBytesMax } from '@rollcall/shared/messages/subjects.ts'
import { makeFolder, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import type { Revocations } from '../secrets/revocations.ts'
import { accountJwt, operatorJwt, systemAccountJwt } from './accounts.ts'
import type { MessagingKeys } from './keys.ts'
import { storeBytesMax } from './limits.ts'

type NatsServerFiles = {
  /** PEM files of the server's certificate (with its chain), its key, and nothing else. */
  certFile: string
  keyFile: string
}

export type NatsServerConfig = NatsServerFiles & {
  /** Ours alone, made where needed: configuration, claims and JetStream's files. */
  dir: string
  host: string
  port: number
}

export const configFileOf = (dir: string): string => join(dir, 'nats-server.conf')

/** Writes the configuration file (mode 600, as the claims in it tell who is let in) and returns its path. */
export async function writeServerConfig(
  config: NatsServerConfig,
  keys: MessagingKeys,
  revocations: Revocations,
): Promise<string> {
  await makeFolder(config.dir)
  const file = configFileOf(config.dir)
  const text = [...listenLines(config), ...(await trustLines(keys, revocations, join(config.dir, 'claims')))].join('\n')
  await writeFileWhole(file, `${text}\n`)
  return file
}

/**
 * What a server of the user's own needs in its configuration to be Rollcall's: trust in the collector's operator, its
 * two accounts, and a place to keep later claims.
 */
export async function trustLines(keys: MessagingKeys, revocations: Revocations, claimsDir: string): Promise<string[]> {
  return [
    `operator: ${await operatorJwt(keys)}`,
    `system_account: ${keys.systemAccount.getPublicKey()}`,
    `resolver { type: full, dir: ${quote(claimsDir)}, allow_delete: false, interval: "2m" }`,
    'resolver_preload {',
    `  ${keys.systemAccount.getPublicKey()}: ${await systemAccountJwt(keys)}`,
    `  ${keys.account.getPublicKey()}: ${await accountJwt(keys, revocations)}`,
    '}',
  ]
}

function listenLines({ dir, host, port, certFile, keyFile }: NatsServerConfig): string[] {
  return [
    `server_name: rollcall`,
    `host: ${quote(host)}`,
    `port: ${port}`,
    `max_payload: ${wireBytesMax}`,
    'max_connections: 10000',
    'max_control_line: 4096',
    'write_deadline: "10s"',
    'logtime: false',
    `tls { cert_file: ${quote(certFile)}, key_file: ${quote(keyFile)}, min_version: "1.2", timeout: 10 }`,
    'jetstream {',
    // It adds a folder `jetstream` of its own.
    `  store_dir: ${quote(dir)}`,
    // Each write is on disk before it is acknowledged.
    '  sync_interval: always',
    `  max_file_store: ${storeBytesMax}`,
    '  max_memory_store: 1048576',
    '}',
  ]
}

/** A string of the configuration language, in which a backslash escapes as in JSON. */
const quote = (text: string): string => JSON.stringify(text)
