import type { Host } from '../../../platform/host.ts'
import type { Guest, HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { decodeXml, parseInteger } from '../../text.ts'
import { upTo } from '../../up-to.ts'
import { grepFiles } from './grep-files.ts'

const configFolders = ['/etc/libvirt/qemu', '/etc/libvirt/libxl']
/** A running machine has a file of its state. One that oVirt or KubeVirt made has only that. */
const stateFolders = ['/run/libvirt/qemu', '/run/libvirt/libxl']
const guestsMax = 4_096
/** Parts of a domain (libvirt, Domain XML format). Other parts may hold the password of its screen. */
const parts = '^ *<(name|uuid)>[^<]*<|<memory( unit=.[a-zA-Z]+.)?>[0-9]+<|<vcpu[^>]*>[0-9]+<|<domstatus state=.[a-z]+'

/** Lists the virtual machines of libvirt, from the files that define them, and from those of running ones. */
export const libvirt: Source<HardwarePart> = {
  name: 'libvirt',
  reads: ['guests[libvirt]'],
  isAvailable: async (host) => (await xmlFiles(host, [...configFolders, ...stateFolders])).length > 0,
  collect: async (host, onCut) => {
    const [configs, running] = await Promise.all([xmlFiles(host, configFolders), xmlFiles(host, stateFolders)])
    const defined = new Set(configs.map(fileName))
    const all = [...configs, ...running.filter((path) => !defined.has(fileName(path)))]
    const machines = upTo(all, guestsMax, 'virtual machines', onCut)
    const found = await grepFiles(host, parts, [...new Set([...machines, ...running])], onCut)
    const stateOf = new Map(
      running.map((path) => [fileName(path), isPaused(found.get(path)) ? 'paused' : 'running'] as const),
    )
    return {
      guests: machines.flatMap((path) => {
        const guest = parseDomain(found.get(path) ?? [])
        return guest ? { ...guest, state: stateOf.get(fileName(path)) ?? 'stopped' } : []
      }),
    }
  },
}

async function xmlFiles(host: Host, folders: readonly string[]): Promise<string[]> {
  const listed = await Promise.all(
    folders.map(async (folder) => (await host.listFolder(folder)).map((name) => `${folder}/${name}`)),
  )
  return listed.flat().filter((path) => path.endsWith('.xml'))
}

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const isPaused = (matches: readonly string[] = []): boolean =>
  matches.some((match) => /^<domstatus state=.paused/.test(match))

const units = new Map([
  ['b', 1],
  ['bytes', 1],
  ['k', 1024],
  ['KiB', 1024],
  ['M', 2 ** 20],
  ['MiB', 2 ** 20],
  ['G', 2 ** 30],
  ['GiB', 2 ** 30],
])

export function parseDomain(matches: readonly string[]): Guest | undefined {
  const value = (pattern: RegExp) => matches.flatMap((match) => pattern.exec(match)?.slice(1) ?? [])
  const [name] = value(/^ *<name>([^<]*)</)
  const [unit = 'KiB', amount] = value(/^<memory(?: unit=.(\w+).)?>(\d+)</)
  if (!name) return undefined
  const memory = parseInteger(amount)
  const factor = units.get(unit)
  return {
    hypervisor: 'libvirt',
    name: decodeXml(name),
    uuid: value(/^ *<uuid>([^<]*)</)[0],
    memoryBytes: memory === undefined || factor === undefined ? undefined : memory * factor,
    processors: parseInteger(value(/^<vcpu[^>]*>(\d+)</)[0]),
  }
}
