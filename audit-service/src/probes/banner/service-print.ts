import type { Service } from '@rollcall/shared/inventory/network.ts'

/** Identification of a printer by IPP (PWG 5100.13, IEEE 1284). */
export type PrinterFacts = {
  /** printer-make-and-model. */
  makeAndModel?: string
  manufacturer?: string
  model?: string
  serialNumber?: string
  /** printer-firmware-string-version. */
  firmwareVersion?: string
}

/** Self-description of a port, cleaned and cut. */
export type ServicePrint = Service & {
  /** The web page, if there is one. */
  page?: WebPage
  printer?: PrinterFacts
}

export type WebPage = {
  server?: string
  /** Realm of WWW-Authenticate (RFC 9110, section 11.6.1). */
  realm?: string
  title?: string
}

/** A service print with the received bytes, for the raw payload. */
export type PrintWithBytes = { print: ServicePrint; received: Buffer }
