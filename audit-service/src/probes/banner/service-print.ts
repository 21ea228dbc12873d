import type { Service } from '@rollcall/shared/inventory/network.ts'
import type { PrinterFacts } from '../ipp/printer.ts'

/** What a port said of itself, cleaned and cut. */
export type ServicePrint = Service & {
  /** Its web page, where it has one. */
  page?: WebPage
  printer?: PrinterFacts
}

export type WebPage = {
  server?: string
  /** Of WWW-Authenticate (RFC 9110 section 11.6.1). */
  realm?: string
  title?: string
}

/** A print with the exact words, for the raw payload. */
export type PrintWithBytes = { print: ServicePrint; received: Buffer }
