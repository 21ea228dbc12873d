import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { makeFolder, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { spkiPin } from '@rollcall/shared/node/pinned-client.ts'
import { makeCa, makeServerCertificate, stillGood } from './local-ca.ts'
import { type OwnCertificate, useOwnCertificate } from './own-certificate.ts'

/** What HTTPS and the embedded NATS server show, and what joined parts trust. */
export type Certificates = {
  keyFile: string
  /** The server's certificate and those above it. */
  chainFile: string
  caFile: string
  caPem: string
  /** Base64 SHA-256 of the CA's SPKI; travels in join tokens. */
  caPin: string
}

/** The user's own certificate when one is configured, else one of a local CA that is made at first start. */
export async function ensureCertificates(options: {
  dataDir: string
  own: OwnCertificate | undefined
  extraHosts: readonly string[]
  now: Date
}): Promise<Certificates> {
  const folder = join(options.dataDir, 'tls')
  await makeFolder(folder)
  return options.own ? useOwnCertificate(options.own, folder) : useLocalCa(folder, options.extraHosts, options.now)
}

async function useLocalCa(folder: string, extraHosts: readonly string[], now: Date): Promise<Certificates> {
  const file = (name: string) => join(folder, name)
  if (!isWholeCa(file('ca.pem'), file('ca.key'))) {
    const ca = await makeCa(now)
    // The key first: a certificate without its key would look like a finished CA.
    await writeFileWhole(file('ca.key'), ca.keyPem, { mode: 0o600 })
    await writeFileWhole(file('ca.pem'), ca.certificatePem, { mode: 0o644 })
  }
  const caPem = readFileSync(file('ca.pem'), 'utf8')
  const hosts = [...new Set([...localHosts(), ...extraHosts])]
  const usable =
    existsSync(file('server.pem')) &&
    existsSync(file('server.key')) &&
    stillGood(readFileSync(file('server.pem'), 'utf8'), caPem, hosts, now)
  if (!usable) {
    const ca = { certificatePem: caPem, keyPem: readFileSync(file('ca.key'), 'utf8') }
    const server = await makeServerCertificate(ca, hosts, now)
    await writeFileWhole(file('server.key'), server.keyPem, { mode: 0o600 })
    await writeFileWhole(file('server.pem'), server.certificatePem + caPem, { mode: 0o644 })
  }
  return {
    keyFile: file('server.key'),
    chainFile: file('server.pem'),
    caFile: file('ca.pem'),
    caPem,
    caPin: spkiPin(caPem),
  }
}

/** Every name and address this machine may be reached by. */
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

/** Both files, and the one belongs to the other. */
function isWholeCa(certificateFile: string, keyFile: string): boolean {
  if (!existsSync(certificateFile) || !existsSync(keyFile)) return false
  return new X509Certificate(readFileSync(certificateFile)).checkPrivateKey(createPrivateKey(readFileSync(keyFile)))
}
