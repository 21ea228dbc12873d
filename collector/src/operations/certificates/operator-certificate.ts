import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { spkiPin } from '@rollcall/shared/node/pinned-client.ts'

/** Certificates of HTTPS and the embedded NATS server, and the CA that joined parts trust. */
export type Certificates = {
  keyFile: string
  /** The server's certificate with its issuers. */
  chainFile: string
  caFile: string
  caPem: string
  /** Base64 SHA-256 of the CA's SPKI; contained in join tokens. */
  caPin: string
  /**
   * Name by which connections within this machine verify the certificate. Absent if it names their address, as those of
   * the local CA do.
   */
  serverName?: string
}

/** The operator's own certificate. Joined parts trust `caFile`; without it, the last certificate of the chain. */
export type OwnCertificate = { certificateFile: string; keyFile: string; caFile: string | undefined }

/**
 * Checks the operator's files and completes the chain up to the CA: a joining part finds the CA by its pin in the
 * server's chain. Parts trust the CA permanently, so it must not be the server's own certificate, which gets renewed.
 */
export async function useOwnCertificate(
  { certificateFile, keyFile, caFile }: OwnCertificate,
  folder: string,
): Promise<Certificates> {
  try {
    const chain = readCertificates(certificateFile)
    const [leaf] = chain
    const last = chain.at(-1)
    if (!leaf || !last) throw new Error('it contains no certificate in PEM form')
    if (!leaf.checkPrivateKey(createPrivateKey(readFileSync(keyFile)))) {
      throw new Error('the key does not belong to the certificate')
    }
    const ca = caFile === undefined ? last : readCertificates(caFile)[0]
    if (!ca) throw new Error(`${caFile} contains no certificate in PEM form`)
    if (ca === leaf && !leaf.checkIssued(leaf)) {
      throw new Error(
        'it contains only the server’s certificate: add its issuers, or set their CA in ROLLCALL_TLS_CA_FILE, so that joined parts still trust it after a renewal',
      )
    }
    if (ca.fingerprint256 !== last.fingerprint256) {
      if (!last.checkIssued(ca)) throw new Error(`${caFile} is not its issuing CA`)
      chain.push(ca)
    }
    const caPem = ca.toString()
    // Separate from the local CA's file, so that the operator can go back to the local CA.
    const files = { caFile: join(folder, 'own-ca.pem'), chainFile: join(folder, 'own-chain.pem') }
    await writeFileWhole(files.caFile, caPem, { mode: 0o644 })
    await writeFileWhole(files.chainFile, chain.map((each) => each.toString()).join(''), { mode: 0o644 })
    return { ...files, keyFile, caPem, caPin: spkiPin(caPem), serverName: firstNameOf(leaf) }
  } catch (error) {
    throw new OperatorError(
      `cannot use the TLS certificate ${certificateFile} with the key ${keyFile}: ${reasonOf(error)}`,
    )
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error && 'code' in error && error.code === 'EACCES' && 'path' in error))
    return messageOf(error)
  return `the user ${process.getuid?.()} may not read ${error.path}: run "chgrp ${process.getgid?.()} ${error.path}" and "chmod 640 ${error.path}"`
}

/** Returns a name or address that the certificate is valid for; for `*.example.com` one of its names. */
function firstNameOf({ subjectAltName = '' }: X509Certificate): string {
  const [, name] = /(?:DNS|IP Address):([^,\s]+)/.exec(subjectAltName) ?? []
  if (name === undefined) throw new Error('it names no host (subjectAltName)')
  return name.replace(/^\*/, 'rollcall')
}

function readCertificates(file: string): X509Certificate[] {
  const pems = readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return pems.map((pem) => new X509Certificate(pem))
}
