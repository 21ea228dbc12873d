import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { spkiPin } from '@rollcall/shared/node/pinned-client.ts'
import type { Logger } from 'pino'
import { type KeyAndCertificate, makeCa, makeServerCertificate, stillGood } from './local-ca.ts'
import type { Certificates } from './own-certificate.ts'
import { type OwnCertificate, useOwnCertificate } from './own-certificate.ts'

type CertificateOptions = {
  dataDir: string
  own: OwnCertificate | undefined
  extraHosts: readonly string[]
  /** Set if a local CA may be created. Joined parts trust an existing one, so it is never replaced. */
  mayMakeCa: boolean
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

async function useLocalCa(
  folder: string,
  { extraHosts, mayMakeCa, now, log }: CertificateOptions,
): Promise<Certificates> {
  const file = (name: string) => join(folder, name)
  const ca = await readOrMakeCa(folder, mayMakeCa, now)
  const caPem = ca.certificatePem
  const hosts = [...new Set([...localHosts(), ...extraHosts])]
  const server = serverState(file('server.pem'), file('server.key'), (pem) => stillGood(pem, caPem, hosts, now))
  if (server !== 'good') {
    if (server !== 'outdated' && server !== 'missing')
      log.warn({ folder, reason: server }, 'tls: issued a new server certificate from the local CA')
    const formerKey = server === 'outdated' ? readFileSync(file('server.key'), 'utf8') : undefined
    const made = await makeServerCertificate(ca, hosts, now, formerKey)
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

async function readOrMakeCa(folder: string, mayMake: boolean, now: Date): Promise<KeyAndCertificate> {
  const [certificateFile, keyFile] = [join(folder, 'ca.pem'), join(folder, 'ca.key')]
  const fault = pairFault(certificateFile, keyFile)
  if (fault === undefined) {
    return { certificatePem: readFileSync(certificateFile, 'utf8'), keyPem: readFileSync(keyFile, 'utf8') }
  }
  if (!mayMake) {
    throw new OperatorError(
      `the local CA cannot be used: ${fault}. Agents and Audit Services trust only this CA, so it is not replaced: put ca.pem and ca.key back into ${folder} from a backup ("rollcall restore"), or set your own certificate in ROLLCALL_TLS_CERT_FILE`,
    )
  }
  const ca = await makeCa(now)
  await writeFileWhole(keyFile, ca.keyPem, { mode: 0o600 })
  await writeFileWhole(certificateFile, ca.certificatePem, { mode: 0o644 })
  return ca
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
 * Returns `missing` at the first start, and `outdated` before the certificate expires and after a host was added.
 * Otherwise explains why the files cannot be used.
 */
function serverState(certificateFile: string, keyFile: string, isGood: (pem: string) => boolean): string {
  if (!existsSync(certificateFile) && !existsSync(keyFile)) return 'missing'
  const fault = pairFault(certificateFile, keyFile)
  if (fault !== undefined) return fault
  return isGood(readFileSync(certificateFile, 'utf8')) ? 'good' : 'outdated'
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
