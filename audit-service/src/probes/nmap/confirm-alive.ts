import { runNmap } from './run-nmap.ts'

type ConfirmOptions = { program: string; ports: readonly number[]; signal?: AbortSignal | undefined }

/**
 * Returns the addresses that refused a connection themselves: nmap distinguishes a TCP reset of the host from a
 * router's ICMP error, which the kernel both reports as refused. Needs raw sockets. Neighbor requests are no proof: a
 * router may answer them for others (proxy ARP).
 */
export async function confirmAlive(addresses: readonly string[], options: ConfirmOptions): Promise<string[]> {
  const alive: string[] = []
  const args = [
    ...['--privileged', '-sn', '--send-ip', '--disable-arp-ping', `-PS${options.ports.join(',')}`],
    // A minimum rate, because nmap becomes very slow if most addresses do not answer; a retry, because without one nmap
    // gives up a host before it has sent to all ports.
    ...['-T4', '--max-retries', '1', '--min-rate', '2000'],
    ...['--initial-rtt-timeout', '400ms', '--min-rtt-timeout', '400ms', '--max-rtt-timeout', '500ms'],
  ]
  const { program, signal } = options
  for (const ofFamily of [(address: string) => !address.includes(':'), (address: string) => address.includes(':')]) {
    const targets = addresses.filter(ofFamily)
    await runNmap({ program, args, addresses: targets, timeoutMs: 120_000, signal }, (host) => {
      if (host.upReason === 'reset' || host.upReason === 'syn-ack') alive.push(host.address)
    })
  }
  return alive
}
