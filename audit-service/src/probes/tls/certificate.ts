import type { X509Certificate } from 'node:crypto'
import type { Service } from '@rollcall/shared/inventory/network.ts'
import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import { exchange } from '../banner/exchange.ts'
import type { PrintWithBytes } from '../banner/service-print.ts'
import type { Target } from '../tcp/conversation.ts'

/** OpenSSL itself ends a handshake with over 100 KB of certificates; that of a device has 1 or 2. */
const certificateBytesMax = 64 * 1024
const namesMax = 32
const textMax = 256
const timeoutMs = 3_000

/** Reads the certificate of a port with implicit TLS, whatever protocol follows. */
export async function readCertificate(target: Target, signal: AbortSignal): Promise<PrintWithBytes | undefined> {
  const ended = { isDone: () => true, bytesMax: 1, timeoutMs, signal }
  const certificate = certificatePrint((await exchange(target, { tls: true, ...ended })).certificate)
  if (certificate === undefined) return undefined
  const received = Buffer.from(JSON.stringify(certificate))
  return { print: { port: target.port, protocol: 'tcp', name: 'tls', certificate }, received }
}

/** Returns subject, issuer and names (RFC 5280), with limits. Undefined without a certificate, or with an empty one. */
export function certificatePrint(certificate: X509Certificate | undefined): Service['certificate'] | undefined {
  if (certificate === undefined || certificate.raw.length > certificateBytesMax) return undefined
  const subject = distinguishedName(certificate.subject)
  const names = alternativeNames(certificate.subjectAltName ?? '')
  if (subject === '' && names.length === 0) return undefined
  const validTo = new Date(certificate.validTo)
  return {
    subject,
    issuer: distinguishedName(certificate.issuer),
    names,
    ...(!Number.isNaN(validTo.getTime()) && { validTo: validTo.toISOString() }),
  }
}

/** Joins the name's parts, which Node separates by lines. */
const distinguishedName = (text: string | undefined): string => cleanText((text ?? '').split('\n').join(', '), textMax)

/** Parses `DNS:a, IP Address:10.0.0.1, DNS:"b, c"`: DNS names and addresses without duplicates. */
function alternativeNames(text: string): string[] {
  const values = [...text.matchAll(/(?:^|, )(?:DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g)]
  const names = values.map(([, value = '']) => cleanText(value.replace(/^"|"$/g, ''), textMax))
  return [...new Set(names.filter((name) => name !== ''))].slice(0, namesMax)
}
