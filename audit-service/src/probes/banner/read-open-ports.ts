import { readWebPage } from '../http/get.ts'
import { readPrinter } from '../ipp/printer.ts'
import { isPrintPort } from '../nmap/common-ports.ts'
import type { Target } from '../tcp/conversation.ts'
import { readCertificate } from '../tls/certificate.ts'
import { greetings, readGreeting } from './greeting.ts'
import type { PrintWithBytes } from './service-print.ts'

type Reader = (target: Target, signal: AbortSignal) => Promise<PrintWithBytes | undefined>

/** 5357: WSDAPI; 5985: WinRM. Both are HTTP. */
const web = [80, 5000, 5357, 5985, 8000, 8080]
const secureWeb = [443, 5001, 5986, 8006, 8443, 9443]
/** Ports with implicit TLS (RFC 8314, RFC 4513): SMTP, LDAP, IMAP and POP3. */
const tlsOnly = [465, 636, 993, 995]

const each = (ports: readonly number[], read: Reader) => ports.map((port) => [port, read] as const)

/**
 * Readers by port. Other ports receive nothing, because an unknown service may do anything with the data. Raw print
 * ports would print it.
 */
const readers: ReadonlyMap<number, Reader> = new Map(
  [
    ...[...greetings].map(
      ([port, greeting]) =>
        [port, (target: Target, signal: AbortSignal) => readGreeting(target, greeting, signal)] as const,
    ),
    ...each(web, (target, signal) => readWebPage(target, false, signal)),
    ...each(secureWeb, (target, signal) => readWebPage(target, true, signal)),
    ...each(tlsOnly, readCertificate),
    ...each([631], readPrinter),
  ].filter(([port]) => !isPrintPort(port)),
)

/** Reads the self-descriptions of the open ports, the lowest first. */
export async function readOpenPorts(
  address: string,
  openPorts: readonly number[],
  connections: { take(signal: AbortSignal): Promise<() => void> },
  signal: AbortSignal,
): Promise<PrintWithBytes[]> {
  const ports = openPorts.toSorted((a, b) => a - b)
  const prints = await Promise.all(
    ports.map(async (port) => {
      const read = readers.get(port)
      // It rejects when the host's time is up; the ports that were read until then count.
      const release = read && (await connections.take(signal).catch(() => undefined))
      return release && read({ address, port }, signal).finally(release)
    }),
  )
  return prints.filter((print) => print !== undefined)
}
