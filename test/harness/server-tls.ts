import { makeCa, makeServerCertificate } from '@rollcall/collector/operations/certificates/local-ca.ts'

/** Creates key and certificate of a TLS server on this machine, and the CA for its clients. All in PEM. */
export async function makeServerTls(...hosts: string[]): Promise<{ key: string; cert: string; ca: string }> {
  const now = new Date()
  const ca = await makeCa(now)
  const { keyPem, certificatePem } = await makeServerCertificate(ca, hosts, now)
  return { key: keyPem, cert: certificatePem, ca: ca.certificatePem }
}
