import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000)

/**
 * Creates a CA and its server certificate for 127.0.0.1 and localhost, as PEM. They are valid from the first to the
 * second hour from now.
 */
export async function makeTestCertificates(
  [from, until] = [-1, 1],
): Promise<{ ca: string; certificate: string; key: string }> {
  const [caKeys, keys] = [await makeKeys(), await makeKeys()]
  const life = { notBefore: hour(from), notAfter: hour(until), signingAlgorithm: algorithm }
  const ca: X509Certificate = await X509CertificateGenerator.createSelfSigned({
    ...life,
    serialNumber: '01',
    name: 'CN=Test CA',
    keys: caKeys,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  })
  const certificate = await X509CertificateGenerator.create({
    ...life,
    serialNumber: '02',
    subject: 'CN=Test collector',
    issuer: ca.subject,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'ip', value: '127.0.0.1' },
        { type: 'dns', value: 'localhost' },
      ]),
    ],
  })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`
  return { ca: `${ca.toString('pem')}\n`, certificate: `${certificate.toString('pem')}\n`, key }
}
