import type { Container, Guest, HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { parseInteger } from '../../text.ts'
import { upTo } from '../../up-to.ts'
import { grepFiles } from './grep-files.ts'

const machineFolder = '/etc/pve/qemu-server'
const containerFolder = '/etc/pve/lxc'
const guestsMax = 4_096
/** Settings of a guest, and the headings of its snapshots. Other settings hold passwords. */
const settings = '^(name|hostname|memory|cores|sockets|template|ostype): .*|^smbios1: .*uuid=[0-9a-fA-F-]{36}|^\\[.*'

/** Lists the virtual machines and containers of Proxmox VE on this node, from their configuration. */
export const proxmox: Source<HardwarePart> = {
  name: 'proxmox',
  reads: ['guests[proxmox]', 'containers[lxc]'],
  isAvailable: async (host) => (await host.listFolder('/etc/pve')).includes('qemu-server'),
  collect: async (host, onCut) => {
    const configsIn = async (folder: string) =>
      (await host.listFolder(folder)).filter((name) => /^\d+\.conf$/.test(name))
    const [machines, containers] = await Promise.all([configsIn(machineFolder), configsIn(containerFolder)])
    const all = [
      ...machines.map((name) => `${machineFolder}/${name}`),
      ...containers.map((name) => `${containerFolder}/${name}`),
    ]
    const paths = upTo(all, guestsMax, 'guests', onCut)
    const [found, started, groups] = await Promise.all([
      grepFiles(host, settings, paths, onCut),
      host.listFolder('/run/qemu-server'),
      host.listFolder('/sys/fs/cgroup/lxc'),
    ])
    const ofFolder = (folder: string) => paths.filter((path) => path.startsWith(`${folder}/`))
    const idOf = (path: string) => /(\d+)\.conf$/.exec(path)?.[1] ?? ''
    return {
      guests: ofFolder(machineFolder).flatMap((path) =>
        parseMachine(idOf(path), found.get(path) ?? [], started.includes(`${idOf(path)}.pid`)),
      ),
      containers: ofFolder(containerFolder).map((path) =>
        parseContainer(idOf(path), found.get(path) ?? [], groups.includes(idOf(path))),
      ),
    }
  },
}

/** Returns the current settings, before the first snapshot. */
function settingsOf(matches: readonly string[]): Map<string, string> {
  const end = matches.findIndex((match) => match.startsWith('['))
  const current = end < 0 ? matches : matches.slice(0, end)
  return new Map(current.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2).trim()]))
}

function parseMachine(id: string, matches: readonly string[], isRunning: boolean): Guest[] {
  const values = settingsOf(matches)
  if (values.get('template') === '1') return []
  const mebibytes = parseInteger(/^(?:current=)?(\d+)/.exec(values.get('memory') ?? '512')?.[1])
  return [
    {
      hypervisor: 'proxmox',
      name: values.get('name') ?? id,
      uuid: /uuid=([0-9a-fA-F-]{36})/.exec(values.get('smbios1') ?? '')?.[1]?.toLowerCase(),
      memoryBytes: mebibytes === undefined ? undefined : mebibytes * 2 ** 20,
      processors: (parseInteger(values.get('cores')) ?? 1) * (parseInteger(values.get('sockets')) ?? 1),
      state: isRunning ? 'running' : 'stopped',
    },
  ]
}

function parseContainer(id: string, matches: readonly string[], isRunning: boolean): Container {
  const values = settingsOf(matches)
  return {
    runtime: 'lxc',
    id,
    name: values.get('hostname') ?? id,
    image: values.get('ostype'),
    state: isRunning ? 'running' : 'stopped',
  }
}
