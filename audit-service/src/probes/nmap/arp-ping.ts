import { runNmap } from './run-nmap.ts'

/**
 * Returns the addresses on a local link that answer an ARP request (IPv6: a neighbor solicitation) now, regardless of
 * the kernel's table. Needs raw sockets. A router with proxy ARP answers as well.
 */
export async function arpPing(
  addresses: readonly string[],
  options: { program: string; signal?: AbortSignal | undefined },
): Promise<string[]> {
  const alive: string[] = []
  const args = ['--privileged', '-sn', '-PR', '-T4', '--max-retries', '1', '--initial-rtt-timeout', '200ms']
  for (const ofFamily of [(address: string) => !address.includes(':'), (address: string) => address.includes(':')]) {
    const run = { ...options, args, addresses: addresses.filter(ofFamily), timeoutMs: 120_000 }
    await runNmap(run, (host) => {
      if (host.upReason === 'arp-response' || host.upReason === 'nd-response') alive.push(host.address)
    })
  }
  return alive
}
