import { readValue, valueBytesMax } from '../../platform/host.ts'
import type { Source } from '../source.ts'
import { linesOf } from '../text.ts'
import type { NetworkPart } from './part.ts'

/** The kernel's host name, and its domain from what the machine itself has on file: no DNS query. */
export const hostName: Source<NetworkPart> = {
  name: 'host-name',
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
  // `localdomain` is what distributions write where there is none.
  return { hostname, domain: domain === 'localdomain' ? undefined : domain }
}

/** All names of hosts(5), in order, without those of comments. */
function namesInHosts(text: string): string[] {
  return linesOf(text).flatMap((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(1))
}
