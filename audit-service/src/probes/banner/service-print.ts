import type { PrintName } from '@rollcall/shared/api/choices.ts'
import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
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

/** Values of the whole device that a port reports. */
export type DeviceFacts = {
  /** Own name, without the domain. */
  hostname?: string | undefined
  /** Own name with the domain. */
  dnsName?: string | undefined
  /** Name of the domain in DNS, or of the workgroup. */
  domain?: string | undefined
  /** Name that a person gave it, for a device that has no host name. */
  label?: string | undefined
  macAddress?: string | undefined
  type?: DeviceType | undefined
  manufacturer?: string | undefined
  model?: string | undefined
  serialNumber?: string | undefined
  os?: { name: string; version?: string | undefined; build?: string | undefined } | undefined
  firmwareVersion?: string | undefined
}

/** Self-description of a port, cleaned and cut. */
export type ServicePrint = Service & {
  /** The print that read it; absent for greetings, web pages, certificates and IPP. */
  print?: PrintName
  device?: DeviceFacts
  /** The web page, if there is one. */
  page?: WebPage
  printer?: PrinterFacts
}

export type WebPage = {
  server?: string
  /** Realm of WWW-Authenticate (RFC 9110, section 11.6.1). */
  realm?: string
  title?: string
  /** The first page is answered with 401 (RFC 9110, section 15.5.2). */
  loginRequired?: true
}

/** A service print with the received bytes, for the raw payload. */
export type PrintWithBytes = { print: ServicePrint; received: Buffer }
