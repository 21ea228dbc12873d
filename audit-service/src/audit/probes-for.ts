import type { ScanOptions } from '@rollcall/shared/api/scan-options.ts'
import { type Credential, isSnmpCredential, type SnmpCredential } from '@rollcall/shared/messages/credential.ts'
import { nmapAvailability } from '../probes/nmap/availability.ts'
import { scanPorts } from '../probes/nmap/scan-ports.ts'
import type { UdpTransport } from '../probes/snmp/transport.ts'
import { UsmKeyCache } from '../probes/snmp/usm-keys.ts'
import type { Probes } from './audit-host.ts'
import type { PortProbe } from './host-probe.ts'
import { portProbe } from './host-probes/ports.ts'
import { reverseNameProbe } from './host-probes/reverse-name.ts'
import { snmpProbe } from './host-probes/snmp.ts'
import { createPortScans } from './port-scans.ts'
import type { ReverseNames } from './reverse-names.ts'

type Means = {
  credentials: readonly Credential[]
  transport: UdpTransport
  reverseNames: ReverseNames
  signal: AbortSignal
}

const publicCommunity: SnmpCredential = { kind: 'snmp-community', version: 'v2c', community: 'public' }

/** What every host of a scan is asked by, as its options say and as this machine can. */
export async function probesFor(options: ScanOptions, means: Means): Promise<Probes> {
  const { hostTimeoutMs, snmpPorts, pingOnly } = options
  const { transport, reverseNames } = means
  if (pingOnly) return { hostTimeoutMs, others: [reverseNameProbe(reverseNames)] }
  const forSnmp = means.credentials.filter(isSnmpCredential)
  const credentials = forSnmp.length > 0 ? forSnmp : [publicCommunity]
  return {
    hostTimeoutMs,
    portScan: await portScanFor(options, means.signal),
    others: [
      reverseNameProbe(reverseNames),
      snmpProbe({ transport, keys: new UsmKeyCache(), credentials, ports: snmpPorts }),
    ],
  }
}

async function portScanFor(options: ScanOptions, signal: AbortSignal): Promise<PortProbe | undefined> {
  const nmap = await nmapAvailability()
  if (!nmap.available) return undefined
  const { program, raw } = nmap
  const { tcpPorts, osDetection, hostTimeoutMs, maxPacketsPerSecond: packetsPerSecondMax } = options
  const scanning = { program, raw, osDetection, hostTimeoutMs, packetsPerSecondMax, signal }
  return portProbe(
    createPortScans((addresses, onHost) =>
      scanPorts(addresses, { ...scanning, ...(tcpPorts ? { tcpPorts } : {}) }, onHost),
    ),
  )
}
