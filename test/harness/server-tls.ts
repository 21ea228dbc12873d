import { makeCa, makeServerCertificate } from '@rollcall/collector/operations/certificates/local-ca.ts'

/** What a server on this machine needs for TLS, and the CA that its clients are to trust. All in PEM. */
export async function makeServerTls(...hosts: string[]): Promise<{ key: string; cert: string; ca: string }> {
  const now = new Date()
  const ca = await makeCa(now)
  const { keyPem, certificatePem } = await makeServerCertificate(ca, hosts, now)
  return { key: keyPem, cert: certificatePem, ca: ca.certificatePem }
}
