import { z } from 'zod'
import { printNames } from './choices.ts'

const port = z.int().min(1).max(65535)
const fields = {
  pingOnly: z.boolean().meta({
    description:
      'Only find hosts: by ping and ARP and, for hosts that drop ping, by TCP connections to a few ports that are closed again without a byte. No port is scanned and no host is probed.',
  }),
  tcpPorts: z.array(port).max(1000).meta({ description: 'TCP ports to scan; default: a list of common ports' }),
  osDetection: z.boolean().meta({
    description:
      'Let nmap detect the software versions of open ports, and guess the operating system from the answers to raw packets if the Audit Service may send them. Takes up to a minute per host and sends data to open ports, except raw print ports.',
  }),
  identifyBy: z.array(z.enum(printNames)).max(printNames.length).meta({
    description:
      'Protocols in which hosts are asked for their name, model and version, without a login; default: all. An empty list asks none. TCP ports are asked if they are open.',
  }),
  maxPacketsPerSecond: z.int().min(1).max(1_000_000),
  hostTimeoutMs: z.int().min(1000).max(600_000).meta({
    description: 'Time limit of a host for all probes together. Results up to then are stored.',
  }),
  snmpPorts: z.array(port).min(1).max(8),
}

/** Options of a segment's scan. By default no payload is ever sent to TCP 9100-9107 (raw print ports). */
export const scanOptionsSchema = z
  .strictObject({
    pingOnly: fields.pingOnly.default(false),
    tcpPorts: fields.tcpPorts.optional(),
    osDetection: fields.osDetection.default(false),
    identifyBy: fields.identifyBy.optional(),
    maxPacketsPerSecond: fields.maxPacketsPerSecond.default(10_000),
    hostTimeoutMs: fields.hostTimeoutMs.default(60_000),
    snmpPorts: fields.snmpPorts.default([161]),
  })
  .meta({ id: 'ScanOptions' })
export type ScanOptions = z.infer<typeof scanOptionsSchema>

/** Merge patch of the scan options: null resets an option to its default. */
export const patchScanOptionsSchema = z
  .strictObject({
    pingOnly: fields.pingOnly.nullable(),
    tcpPorts: fields.tcpPorts.nullable(),
    osDetection: fields.osDetection.nullable(),
    identifyBy: fields.identifyBy.nullable(),
    maxPacketsPerSecond: fields.maxPacketsPerSecond.nullable(),
    hostTimeoutMs: fields.hostTimeoutMs.nullable(),
    snmpPorts: fields.snmpPorts.nullable(),
  })
  .partial()
