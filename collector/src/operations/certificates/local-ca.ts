import { createPrivateKey, createPublicKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import type { X509CertificateGenerator as Generator } from '@peculiar/x509'
import { dayMs } from '@rollcall/shared/durations.ts'

/** ECDSA P-256 (FIPS 186-5): small, fast, and supported by every TLS client. */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
/** Margin for a clock that was set back: the certificate is already valid at such a time. */
const backdateMs = dayMs
/**
 * Validity from now on, and the same time backwards, so that a certificate works even if the clock was ahead when it
 * was issued.
 */
const lifetimeMs = 396 * dayMs

type KeyAndCertificate = { keyPem: string; certificatePem: string }

// Loaded only to issue a certificate: it costs memory that an idle collector does not need.
async function x509(): Promise<typeof import('@peculiar/x509')> {
  // Its dependency-injection container requires this polyfill first.
  await import('reflect-metadata')
  return import('@peculiar/x509')
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>
}

/** Reads the keys of a certificate in PEM form. */
async function readKeys(pem: string): Promise<webcrypto.CryptoKeyPair> {
  const spki = createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'der' })
  return {
    privateKey: await webcrypto.subtle.importKey('pkcs8', pkcs8(pem), algorithm, true, ['sign']),
    publicKey: await webcrypto.subtle.importKey('spki', new Uint8Array(spki), algorithm, true, ['verify']),
  }
}

async function keyPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  return `-----BEGIN PRIVATE KEY-----\n${der
    .toString('base64')
    .replace(/(.{64})/g, '$1\n')
    .trimEnd()}\n-----END PRIVATE KEY-----\n`
}

const serialNumber = () => `00${randomBytes(15).toString('hex')}`

/** Creates a private key in PEM form. */
export const makeKey = async (): Promise<string> => keyPem((await newKeys()).privateKey)

/** Creates a CA for the collectors of one database alone, for ten years (RFC 5280). */
export async function makeCa(now: Date): Promise<KeyAndCertificate> {
  const {
    BasicConstraintsExtension,
    KeyUsageFlags,
    KeyUsagesExtension,
    SubjectKeyIdentifierExtension,
    X509CertificateGenerator,
  } = await x509()
  const keys = await newKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=Rollcall CA ${randomBytes(3).toString('hex')}`,
    notBefore: new Date(now.getTime() - backdateMs),
    notAfter: new Date(now.getTime() + 3650 * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { keyPem: await keyPem(keys.privateKey), certificatePem: `${certificate.toString('pem')}\n` }
}

/**
 * Issues a server certificate for these names and addresses, signed by the CA. It is valid for 397 days, the most that
 * clients accept. A renewal takes the key of the former certificate, because install commands name that key.
 */
export async function makeServerCertificate(
  ca: KeyAndCertificate,
  hosts: readonly string[],
  now: Date,
  formerKeyPem?: string,
): Promise<KeyAndCertificate> {
  const library = await x509()
  const caCertificate = new library.X509Certificate(ca.certificatePem)
  const caKey = await webcrypto.subtle.importKey('pkcs8', pkcs8(ca.keyPem), algorithm, false, ['sign'])
  const keys = formerKeyPem === undefined ? await newKeys() : await readKeys(formerKeyPem)
  const certificate = await library.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: 'CN=Rollcall collector',
    issuer: caCertificate.subject,
    notBefore: new Date(Math.max(caCertificate.notBefore.getTime(), now.getTime() - lifetimeMs)),
    notAfter: new Date(now.getTime() + lifetimeMs),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: caKey,
    extensions: [
      new library.BasicConstraintsExtension(false),
      new library.KeyUsagesExtension(library.KeyUsageFlags.digitalSignature, true),
      new library.ExtendedKeyUsageExtension([library.ExtendedKeyUsage.serverAuth]),
      new library.SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: /^[\d.]+$|:/.test(value) ? 'ip' : 'dns', value })),
      ),
      await library.AuthorityKeyIdentifierExtension.create(caCertificate.publicKey),
    ],
  } satisfies Parameters<typeof Generator.create>[0])
  return { keyPem: await keyPem(keys.privateKey), certificatePem: `${certificate.toString('pem')}\n` }
}

function pkcs8(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
}

const renewBeforeMs = 30 * dayMs

/** Reports whether the certificate is from this CA, names all the hosts, and is valid for another 30 days. */
export function stillGood(certificatePem: string, caPem: string, hosts: readonly string[], now: Date): boolean {
  const certificate = new X509Certificate(certificatePem)
  if (!certificate.verify(createPublicKey(caPem))) return false
  if (Date.parse(certificate.validTo) - now.getTime() < renewBeforeMs) return false
  // Issued while the clock was ahead.
  if (Date.parse(certificate.validFrom) > now.getTime()) return false
  return hosts.every((host) =>
    /^[\d.]+$|:/.test(host) ? certificate.checkIP(host) !== undefined : certificate.checkHost(host) !== undefined,
  )
}
