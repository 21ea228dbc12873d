import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { spkiPin } from '@rollcall/shared/node/pinned-client.ts'
import type { Logger } from 'pino'
import { makeCa, makeKey, makeServerCertificate, stillGood } from './local-ca.ts'
import { type Certificates, type OwnCertificate, useOwnCertificate } from './operator-certificate.ts'
import type { LocalKeys, SharedKeys } from './shared-keys.ts'

type CertificateOptions = {
  dataDir: string
  own: OwnCertificate | undefined
  extraHosts: readonly string[]
  /** Set if a local CA may be created. Joined parts trust an existing one, so it is never replaced. */
  mayMakeCa: boolean
  /** Store of the local CA that all collectors of a database share; without it, the CA is in the folder alone. */
  sharedKeys?: SharedKeys
  now: Date
  log: Pick<Logger, 'warn'>
}

/**
 * Returns the operator's own certificate if one is configured, otherwise one of a local CA that is created at the first
 * start.
 */
export async function ensureCertificates(options: CertificateOptions): Promise<Certificates> {
  const folder = join(options.dataDir, 'tls')
  await makeFolder(folder)
  return options.own ? useOwnCertificate(options.own, folder) : useLocalCa(folder, options)
}

async function useLocalCa(folder: string, options: CertificateOptions): Promise<Certificates> {
  const { extraHosts, now, log } = options
  const file = (name: string) => join(folder, name)
  const keys = await localKeys(folder, options)
  const { caPem } = keys
  const hosts = [...new Set([...localHosts(), ...extraHosts])]
  const server = serverState(file('server.pem'), file('server.key'), keys, (pem) => stillGood(pem, caPem, hosts, now))
  if (server !== 'good') {
    if (server !== 'outdated' && server !== 'missing')
      log.warn({ folder, reason: server }, 'tls: issued a new server certificate from the local CA')
    const ca = { certificatePem: caPem, keyPem: keys.caKeyPem }
    const made = await makeServerCertificate(ca, hosts, now, keys.serverKeyPem)
    await writeFileWhole(file('server.key'), made.keyPem, { mode: 0o600 })
    await writeFileWhole(file('server.pem'), made.certificatePem + caPem, { mode: 0o644 })
  }
  return {
    keyFile: file('server.key'),
    chainFile: file('server.pem'),
    caFile: file('ca.pem'),
    caPem,
    caPin: spkiPin(caPem),
  }
}

/**
 * Returns the CA and the key of server certificates: those that the collectors of the database share, else those of the
 * folder, which are shared from then on. They are created if there are none.
 */
async function localKeys(
  folder: string,
  { mayMakeCa, sharedKeys, now }: Pick<CertificateOptions, 'mayMakeCa' | 'sharedKeys' | 'now'>,
): Promise<LocalKeys> {
  const files = { certificate: join(folder, 'ca.pem'), key: join(folder, 'ca.key') }
  const fault = pairFault(files.certificate, files.key)
  const shared = await sharedKeys?.load()
  if (fault !== undefined && !shared && !mayMakeCa) {
    throw new OperatorError(
      `the local CA cannot be used: ${fault}. Agents and Audit Services trust only this CA, so it is not replaced: put ca.pem and ca.key back into ${folder} from a backup ("rollcall restore"), or set your own certificate in ROLLCALL_TLS_CERT_FILE`,
    )
  }
  if (fault === undefined && shared && readFileSync(files.certificate, 'utf8') !== shared.caPem && !mayMakeCa) {
    throw new OperatorError(
      `the database belongs to another installation than ${folder}, because it has another CA: use the database of this directory, or another --data-dir. To add this collector to the collectors of that database, move the contents of its data directory away, and put only their master key there`,
    )
  }
  const keys = shared ?? (await addTo(sharedKeys, await keysOf(folder, fault === undefined, now)))
  if (fault !== undefined || readFileSync(files.certificate, 'utf8') !== keys.caPem) {
    await writeFileWhole(files.key, keys.caKeyPem, { mode: 0o600 })
    await writeFileWhole(files.certificate, keys.caPem, { mode: 0o644 })
  }
  return keys
}

const addTo = async (sharedKeys: SharedKeys | undefined, keys: LocalKeys): Promise<LocalKeys> =>
  sharedKeys ? sharedKeys.add(keys) : keys

/** Reads the keys of the folder, and creates those that it lacks. */
async function keysOf(folder: string, hasCa: boolean, now: Date): Promise<LocalKeys> {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const hasServerKey = hasCa && pairFault(join(folder, 'server.pem'), join(folder, 'server.key')) === undefined
  const serverKeyPem = hasServerKey ? read('server.key') : await makeKey()
  if (hasCa) return { caPem: read('ca.pem'), caKeyPem: read('ca.key'), serverKeyPem }
  const { certificatePem, keyPem } = await makeCa(now)
  return { caPem: certificatePem, caKeyPem: keyPem, serverKeyPem }
}

/** Explains why a certificate and its key cannot be used together, with the file; undefined if they can. */
function pairFault(certificateFile: string, keyFile: string): string | undefined {
  const read = <T>(path: string, parse: (bytes: Buffer) => T): { value: T } | { fault: string } => {
    if (!existsSync(path)) return { fault: `${path} is missing` }
    const bytes = readFileSync(path)
    if (bytes.length === 0) return { fault: `${path} is empty` }
    try {
      return { value: parse(bytes) }
    } catch (error) {
      return { fault: `${path} is damaged (${messageOf(error)})` }
    }
  }
  const certificate = read(certificateFile, (bytes) => new X509Certificate(bytes))
  if ('fault' in certificate) return certificate.fault
  const key = read(keyFile, (bytes) => createPrivateKey(bytes))
  if ('fault' in key) return key.fault
  return certificate.value.checkPrivateKey(key.value) ? undefined : `${keyFile} is not the key of ${certificateFile}`
}

/**
 * Returns `missing` at the first start, and `outdated` before the certificate expires, after a host was added, and if
 * its key is not the one of install commands. Otherwise explains why the files cannot be used.
 */
function serverState(
  certificateFile: string,
  keyFile: string,
  { serverKeyPem }: LocalKeys,
  isGood: (pem: string) => boolean,
): string {
  if (!existsSync(certificateFile) && !existsSync(keyFile)) return 'missing'
  const fault = pairFault(certificateFile, keyFile)
  if (fault !== undefined) return fault
  const isSameKey = createPublicKey(readFileSync(keyFile)).equals(createPublicKey(serverKeyPem))
  return isSameKey && isGood(readFileSync(certificateFile, 'utf8')) ? 'good' : 'outdated'
}

/** Lists the names and addresses of this machine. */
function localHosts(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return [
    'localhost',
    '127.0.0.1',
    '::1',
    ...(/^[a-z0-9.-]+$/i.test(hostname()) ? [hostname().toLowerCase()] : []),
    ...addresses.filter((each) => !each.address.startsWith('fe80')).map((each) => each.address),
  ]
}
