import { codeOf } from '@rollcall/shared/errors.ts'
import { isJunkSerial } from '@rollcall/shared/inventory/junk/serials.ts'
import { cleanText, normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { DeviceFacts, ServicePrint } from '../banner/service-print.ts'
import { isEmptyText } from '../snmp/empty-text.ts'
import { certificatePrint } from '../tls/certificate.ts'
import type { Print } from './print.ts'
import { openVisit, printLimits, type VisitedHost } from './visit.ts'

/** Outcome of a print at one port. */
export type PortReading = {
  protocol: 'tcp' | 'udp'
  port: number
  print: ServicePrint | undefined
  /** Reasons, in words, for which something was not read. A silent UDP port has none. */
  faults: string[]
  received: Buffer
}

/** Reads one port of a host with a print. Every behavior of the host is a result. */
export async function readPort(
  { name, read }: Print,
  host: VisitedHost,
  { protocol, port }: { protocol: 'tcp' | 'udp'; port: number },
): Promise<PortReading> {
  const { visit, faults, received, certificate } = openVisit(host, protocol, port)
  const reading = await read(visit).catch((error: unknown) => {
    if (!isOutOfBounds(error)) throw error
    faults.push('the answer is malformed')
    return undefined
  })
  const print = reading && {
    port,
    protocol,
    print: name,
    ...clean(reading.service),
    ...optional({ certificate: certificatePrint(certificate()) }),
    ...(reading.page && { page: optional({ server: textOf(reading.page.server), realm: textOf(reading.page.realm) }) }),
    ...(reading.device && { device: cleanFacts(reading.device) }),
  }
  return { protocol, port, print, faults, received: Buffer.concat(received).subarray(0, printLimits.rawBytesMax) }
}

/** Returns true for a read beyond the end of a message, which its parser leaves to the buffer to detect. */
const isOutOfBounds = (error: unknown): boolean =>
  ['ERR_OUT_OF_RANGE', 'ERR_BUFFER_OUT_OF_BOUNDS'].includes(String(codeOf(error)))

/** Cleans and cuts all texts, and removes empty ones. */
function clean<T extends Record<string, string | undefined>>(texts: T): T {
  const cleaned = Object.entries(texts).map(([field, text]) => [field, textOf(text)])
  return optional(Object.fromEntries(cleaned)) as T
}

const textOf = (text: string | undefined): string | undefined => {
  const cleaned = cleanText((text ?? '').slice(0, printLimits.textMax * 4), printLimits.textMax).replace(/\s+/g, ' ')
  return isEmptyText(cleaned) ? undefined : cleaned || undefined
}

function cleanFacts({ type, os, macAddress, serialNumber = '', ...texts }: DeviceFacts): DeviceFacts {
  const name = textOf(os?.name)
  return optional({
    ...clean(texts),
    type,
    serialNumber: isJunkSerial(serialNumber.slice(0, printLimits.textMax)) ? undefined : textOf(serialNumber),
    macAddress: normaliseMac(macAddress ?? ''),
    os: name === undefined ? undefined : { ...clean({ ...os, name }), name },
  })
}
