import { type RunningProcess, startProcess } from '../processes.ts'
import { waitFor } from '../wait.ts'
import { commandIn } from './ip.ts'

export type Capture = {
  /**
   * Ends the capture; one string a packet: tcpdump's line (addresses, flags, length), then its bytes as ASCII.
   * Every packet that reached the interface before the call is there, or the call fails.
   */
  stop: () => Promise<string[]>
}

/** Starts tcpdump; returns once it sees packets. `filter` is a pcap-filter(7) expression. */
export async function startCapture(
  namespace: string,
  networkInterface: string,
  filter: string,
  onStart: (process: RunningProcess) => void,
): Promise<Capture> {
  const args = ['-i', networkInterface, '-nn', '-l', '-A', '--immediate-mode', '-B', '16384', filter]
  const tcpdump = await startProcess({ ...commandIn(namespace, 'tcpdump', args), ready: /^listening on/m })
  onStart(tcpdump)
  const early = await receivedUnfiltered(tcpdump)
  return {
    stop: async () => {
      const what = 'tcpdump to read every packet that its filter let through'
      const captured = await waitFor(() => capturedIfAll(tcpdump, early), { what })
      await tcpdump.stop('SIGINT')
      const packets = splitPackets(tcpdump.stdout())
      if (packets.length < captured.count) throw new Error('the capture is larger than what is kept of its output')
      return packets
    },
  }
}

/** Counts packets received before the filter was set, which are never captured: the difference once it is constant. */
async function receivedUnfiltered(tcpdump: RunningProcess): Promise<number> {
  const stays = async () => {
    const [first, second] = [await counts(tcpdump), await counts(tcpdump)]
    return first.received === second.received && first.captured === second.captured && second
  }
  const { received, captured } = await waitFor(stays, { what: 'tcpdump to have read what came before its filter' })
  return received - captured
}

/** It has read all once it captured as many as the kernel's filter received, but for those of before the filter. */
async function capturedIfAll(tcpdump: RunningProcess, early: number): Promise<{ count: number } | undefined> {
  const { captured, received, dropped } = await counts(tcpdump)
  if (dropped > 0) throw new Error(`the kernel dropped ${dropped} packets of the capture`)
  return captured === received - early ? { count: captured } : undefined
}

/** SIGUSR1 makes tcpdump print them. */
async function counts(tcpdump: RunningProcess) {
  const before = countLines(tcpdump.stderr()).length
  tcpdump.signal('SIGUSR1')
  return waitFor(() => countLines(tcpdump.stderr())[before], { what: "tcpdump's counts" })
}

function countLines(text: string) {
  const pattern = /(\d+) packets? captured, (\d+) packets? received by filter, (\d+) packets? dropped by kernel/g
  return [...text.matchAll(pattern)].map(([, captured, received, dropped]) => ({
    captured: Number(captured),
    received: Number(received),
    dropped: Number(dropped),
  }))
}

function splitPackets(text: string): string[] {
  return text.split(/^(?=\d\d:\d\d:\d\d\.\d{6} )/m).filter((packet) => packet.trim() !== '')
}
