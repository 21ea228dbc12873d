import { z } from 'zod'

/** How a segment is scanned. By default no payload is ever sent to TCP 9100-9107 (raw print ports). */
export const scanOptionsSchema = z.strictObject({
  /** Only find hosts; open no port, ask no SNMP. */
  pingOnly: z.boolean().default(false),
  tcpPorts: z
    .array(z.int().min(1).max(65535))
    .max(1000)
    .optional()
    .meta({ description: 'TCP ports to look at; a list of common ones when absent' }),
  osDetection: z.boolean().default(false),
  maxPacketsPerSecond: z.int().min(1).max(1_000_000).default(10_000),
  hostTimeoutMs: z.int().min(1000).max(600_000).default(60_000),
  snmpPorts: z.array(z.int().min(1).max(65535)).min(1).max(8).default([161]),
})
export type ScanOptions = z.infer<typeof scanOptionsSchema>
