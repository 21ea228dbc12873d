import type { X509Certificate } from 'node:crypto'
import type { Service } from '@rollcall/shared/inventory/network.ts'
import { cleanText } from '@rollcall/shared/inventory/primitives.ts'
import { exchange, type Target } from '../banner/exchange.ts'
import type { PrintWithBytes } from '../banner/service-print.ts'

/** OpenSSL ends a handshake over 100 KB of certificates by itself; one of a device has 1 or 2. */
const certificateBytesMax = 64 * 1024
const namesMax = 32
const textMax = 256
const timeoutMs = 3_000

/** Shakes hands with a port that speaks TLS first and what it speaks then does not matter. */
export async function readCertificate(target: Target, signal: AbortSignal): Promise<PrintWithBytes | undefined> {
  const ended = { isDone: () => true, bytesMax: 1, timeoutMs, signal }
  const certificate = certificatePrint((await exchange(target, { tls: true, ...ended })).certificate)
  if (certificate === undefined) return undefined
  const heard = Buffer.from(JSON.stringify(certificate))
  return { print: { port: target.port, protocol: 'tcp', name: 'tls', certificate }, received: heard }
}

/** Subject, issuer and names (RFC 5280), bounded. Undefined when there is none, or one that says nothing. */
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

/** Node writes one part a line. */
const distinguishedName = (text: string | undefined): string => cleanText((text ?? '').split('\n').join(', '), textMax)

/** `DNS:a, IP Address:10.0.0.1, DNS:"b, c"`: the values of DNS names and addresses, each once. */
function alternativeNames(text: string): string[] {
  const values = [...text.matchAll(/(?:^|, )(?:DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g)]
  const names = values.map(([, value = '']) => cleanText(value.replace(/^"|"$/g, ''), textMax))
  return [...new Set(names.filter((name) => name !== ''))].slice(0, namesMax)
}
