import type { Service } from '@rollcall/shared/inventory/network.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { NmapHost } from '../probes/nmap/parse-host.ts'
import { type HostFindings, openTcpPorts } from './probe-findings.ts'

/** Returns the open ports with their services. A detected name has priority over the one of the port number. */
export function servicesOf(findings: HostFindings): Service[] {
  const { ports, versions, prints = [], snmp, mdns, netbios } = findings
  const tcp = openTcpPorts(findings).map((port): Service => {
    const ofPort = prints.filter((each) => each.port === port && each.protocol === 'tcp')
    const [print] = ofPort
    const [detected, named] = [portOf(versions, port), portOf(ports, port)]
    const service = print?.name === 'tls' ? undefined : print?.name
    return {
      port,
      protocol: 'tcp',
      ...optional({
        name: service ?? detected?.name ?? named?.name ?? print?.name,
        product: detected?.product ?? print?.product,
        version: detected?.product === undefined ? print?.version : detected.version,
        banner: ofPort.flatMap(({ banner }) => banner ?? []).join('\n') || undefined,
        certificate: print?.certificate,
      }),
    }
  })
  const udp = (port: number, name: string): Service => ({ port, protocol: 'udp', name })
  const udpPrints = prints.filter(({ protocol }) => protocol === 'udp')
  return [
    ...tcp.sort((a, b) => a.port - b.port),
    ...(netbios ? [udp(137, 'netbios-ns')] : []),
    ...(snmp?.outcome === 'ok' ? [udp(snmp.port, 'snmp')] : []),
    ...(mdns ? [udp(5353, 'mdns')] : []),
    ...udpPrints.map(({ page: _, printer: __, print: ___, device: ____, ...service }): Service => service),
  ]
}

const portOf = (host: NmapHost | undefined, port: number) =>
  host?.ports.find((each) => each.port === port && each.protocol === 'tcp' && each.state === 'open')
