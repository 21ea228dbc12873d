import { readValue, valueBytesMax } from '../../platform/host.ts'
import type { NetworkPart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf } from '../text.ts'

/** Reads the kernel's host name, and the domain from files on the machine. No DNS query is sent. */
export const hostName: Source<NetworkPart> = {
  name: 'host-name',
  reads: ['hostname', 'domain'],
  isAvailable: async (host) => (await readValue(host, '/proc/sys/kernel/hostname')) !== undefined,
  collect: async (host) =>
    parseHostName({
      kernel: (await readValue(host, '/proc/sys/kernel/hostname')) ?? '',
      file: await readValue(host, '/etc/hostname'),
      hosts: (await host.readFile('/etc/hosts', valueBytesMax * 64)) ?? '',
    }),
}

type NameFiles = { kernel: string; file?: string | undefined; hosts: string }

export function parseHostName({ kernel, file, hosts }: NameFiles): NetworkPart {
  const [hostname = ''] = kernel.split('.')
  const prefix = `${hostname.toLowerCase()}.`
  const isFull = (name: string) => name.toLowerCase().startsWith(prefix) && name.length > prefix.length
  const full = [kernel, file ?? '', ...namesInHosts(hosts)].find(isFull)
  const domain = full?.slice(prefix.length).replace(/\.$/, '').toLowerCase()
  // Distributions write `localdomain` if there is no domain.
  return { hostname, domain: domain === 'localdomain' ? undefined : domain }
}

/** Returns all names of hosts(5), in order, without those in comments. */
function namesInHosts(text: string): string[] {
  return linesOf(text).flatMap((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(1))
}
