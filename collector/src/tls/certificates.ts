import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { spkiPin } from '@rollcall/shared/node/pinned-client.ts'
import { makeCa, makeServerCertificate, stillGood } from './local-ca.ts'

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
  own: { certificateFile: string; keyFile: string } | undefined
  extraHosts: readonly string[]
  now: Date
}): Promise<Certificates> {
  const folder = join(options.dataDir, 'tls')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return options.own ? useOwn(options.own, folder) : useLocalCa(folder, options.extraHosts, options.now)
}

function useOwn(
  { certificateFile, keyFile }: { certificateFile: string; keyFile: string },
  folder: string,
): Certificates {
  try {
    const chain = readFileSync(certificateFile, 'utf8').match(
      /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
    )
    const leaf = new X509Certificate(chain?.[0] ?? '')
    const key = readFileSync(keyFile)
    if (!leaf.checkPrivateKey(createPrivateKey(key))) throw new Error('the key is not that of the certificate')
    const top = `${chain?.at(-1)}\n`
    const caFile = join(folder, 'ca.pem')
    write(caFile, top, 0o644)
    return { keyFile, chainFile: certificateFile, caFile, caPem: top, caPin: spkiPin(top) }
  } catch (error) {
    throw new OperatorError(
      `cannot use the TLS certificate ${certificateFile} with the key ${keyFile}: ${messageOf(error)}`,
    )
  }
}

async function useLocalCa(folder: string, extraHosts: readonly string[], now: Date): Promise<Certificates> {
  const file = (name: string) => join(folder, name)
  if (!existsSync(file('ca.pem')) || !existsSync(file('ca.key'))) {
    const ca = await makeCa(now)
    // The key first: a certificate without its key would look like a finished CA.
    write(file('ca.key'), ca.keyPem, 0o600)
    write(file('ca.pem'), ca.certificatePem, 0o644)
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
    write(file('server.key'), server.keyPem, 0o600)
    write(file('server.pem'), server.certificatePem + caPem, 0o644)
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

function write(file: string, text: string, mode: number): void {
  writeFileSync(`${file}.new`, text, { mode })
  renameSync(`${file}.new`, file)
}
