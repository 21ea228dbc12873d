import type { AuditAttempt } from '@rollcall/shared/messages/host-audit.ts'
import type { Print } from '../../probes/identify/print.ts'
import { type PortReading, readPort } from '../../probes/identify/read-port.ts'
import { printLimits } from '../../probes/identify/visit.ts'
import type { HostProbe } from '../host-probe.ts'

/** Attempts of one port. */
const attemptsMax = 2
const attemptDetailMax = 200

/** Reads a host with one print. */
export const printProbe = (print: Print): HostProbe => ({
  name: print.name,
  async run({ live: { address }, openPorts, allowedPorts, connections, signal }) {
    const host = { address, allowedPorts, connect: connections.take, signal }
    const { tcp = [], udp = [] } = print.ports
    const isFitting = (open: readonly number[]) => print.onlyBeside?.some((port) => open.includes(port)) ?? true
    const readUdp = udp.map((port) => readPort(print, host, { protocol: 'udp', port }))
    const open = tcp.length === 0 ? [] : await openPorts
    const readTcp = tcp
      .filter((port) => open.includes(port) && isFitting(open))
      .map((port) => readPort(print, host, { protocol: 'tcp', port }))
    const readings = await Promise.all([...readTcp, ...readUdp])
    if (readings.length === 0) return undefined
    const prints = readings.flatMap((reading) => reading.print ?? [])
    return {
      outcome: prints.length > 0 ? 'ok' : 'no-answer',
      detail: detailOf(readings),
      tried: readings.flatMap((reading) => attemptsOf(print.name, reading)),
      findings: { prints },
      raw: readings.flatMap(({ protocol, port, received }) =>
        received.length === 0 ? [] : [{ name: `${print.name}-${protocol}-${port}.bin`, content: received }],
      ),
    }
  },
})

/** Describes what was not read. Silence is not among it: most hosts do not speak most protocols. */
const attemptsOf = (protocol: Print['name'], { port, faults }: PortReading): AuditAttempt[] =>
  faults.slice(0, attemptsMax).map((fault) => ({
    protocol,
    port,
    reason: 'description-incomplete',
    detail: fault.slice(0, attemptDetailMax),
  }))

/** Joins what was not read, by port; undefined if there is nothing. */
function detailOf(readings: readonly PortReading[]): string | undefined {
  const lines = readings.flatMap(({ protocol, port, faults }) =>
    faults.map((fault) => `${protocol.toUpperCase()} ${port}: ${fault}`),
  )
  return lines.length === 0 ? undefined : lines.join('; ').slice(0, printLimits.detailMax)
}
