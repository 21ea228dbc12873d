import type { Print } from '../../probes/print/print.ts'
import { type PortReading, readPort } from '../../probes/print/read-port.ts'
import { printLimits } from '../../probes/print/visit.ts'
import type { HostProbe } from '../host-probe.ts'

/** Reads a host with one print. `allowedPorts`: TCP ports that the segment allows; undefined: all. */
export const printProbe = (print: Print, allowedPorts?: readonly number[]): HostProbe => ({
  name: print.name,
  async run({ live: { address }, openPorts, connections, signal }) {
    const host = { address, allowedPorts, connect: connections.take, signal }
    const { tcp = [], udp = [] } = print.ports
    const readUdp = udp.map((port) => readPort(print, host, { protocol: 'udp', port }))
    const open = tcp.length === 0 ? [] : await openPorts
    const readTcp = tcp
      .filter((port) => open.includes(port))
      .map((port) => readPort(print, { ...host, openPorts: open }, { protocol: 'tcp', port }))
    const readings = await Promise.all([...readTcp, ...readUdp])
    if (readings.length === 0) return undefined
    const prints = readings.flatMap((reading) => reading.print ?? [])
    return {
      outcome: prints.length > 0 ? 'ok' : 'no-answer',
      detail: detailOf(readings),
      findings: { prints },
      raw: readings.flatMap(({ protocol, port, received }) =>
        received.length === 0 ? [] : [{ name: `${print.name}-${protocol}-${port}.bin`, content: received }],
      ),
    }
  },
})

/** Joins what was not read, by port; undefined if there is nothing. */
function detailOf(readings: readonly PortReading[]): string | undefined {
  const lines = readings.flatMap(({ protocol, port, faults }) =>
    faults.map((fault) => `${protocol.toUpperCase()} ${port}: ${fault}`),
  )
  return lines.length === 0 ? undefined : lines.join('; ').slice(0, printLimits.detailMax)
}
