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
  return {
    stop: async () => {
      const what = 'tcpdump to read every packet that its filter let through'
      const captured = await waitFor(() => capturedIfAll(tcpdump), { what })
      await tcpdump.stop('SIGINT')
      const packets = splitPackets(tcpdump.stdout())
      if (packets.length < captured.count) throw new Error('the capture is larger than what is kept of its output')
      return packets
    },
  }
}

/** SIGUSR1 makes tcpdump print its counts; it has read all once it captured as many as the kernel's filter received. */
async function capturedIfAll(tcpdump: RunningProcess): Promise<{ count: number } | undefined> {
  const before = countLines(tcpdump.stderr()).length
  tcpdump.signal('SIGUSR1')
  const counts = await waitFor(() => countLines(tcpdump.stderr())[before], { what: "tcpdump's counts" })
  if (counts.dropped > 0) throw new Error(`the kernel dropped ${counts.dropped} packets of the capture`)
  return counts.captured === counts.received ? { count: counts.captured } : undefined
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
