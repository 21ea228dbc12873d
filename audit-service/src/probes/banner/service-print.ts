import type { Service } from '@rollcall/shared/inventory/network.ts'

/** What a printer says of itself by IPP (PWG 5100.13, IEEE 1284). */
export type PrinterFacts = {
  /** printer-make-and-model. */
  makeAndModel?: string
  manufacturer?: string
  model?: string
  serialNumber?: string
  /** printer-firmware-string-version. */
  firmwareVersion?: string
}

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
