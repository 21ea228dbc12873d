import type { Host } from '../../../platform/host.ts'
import type { Container, Guest, HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { upTo } from '../../up-to.ts'

/** Folders of containers, and of virtual machines. */
const containerFolders = [
  { runtime: 'lxc', folder: '/var/lib/lxc' },
  { runtime: 'lxd', folder: '/var/lib/lxd/containers' },
  { runtime: 'lxd', folder: '/var/snap/lxd/common/lxd/containers' },
  { runtime: 'incus', folder: '/var/lib/incus/containers' },
]
const machineFolders = [
  { hypervisor: 'lxd', folder: '/var/snap/lxd/common/lxd/virtual-machines' },
  { hypervisor: 'incus', folder: '/var/lib/incus/virtual-machines' },
]
const perFolderMax = 1_024

/** Lists containers of LXC, LXD and Incus, and virtual machines of the last two, by their folders. */
export const lxc: Source<HardwarePart> = {
  name: 'lxc',
  reads: ['containers[lxc]', 'containers[lxd]', 'containers[incus]', 'guests[lxd]', 'guests[incus]'],
  isAvailable: async (host) => {
    const folders = [...containerFolders, ...machineFolders].map(({ folder }) => host.listFolder(folder))
    return (await Promise.all(folders)).flat().length > 0
  },
  collect: async (host, onCut) => {
    // cgroup of a running container: `lxc.payload.<name>`, or `lxc/<name>` before LXC 4.
    const [groups, older] = await Promise.all(
      ['/sys/fs/cgroup', '/sys/fs/cgroup/lxc'].map((path) => host.listFolder(path)),
    )
    const running = new Set([...(groups ?? []).map((name) => name.replace(/^lxc\.payload\./, '')), ...(older ?? [])])
    const containers = containerFolders.map(async ({ runtime, folder }) =>
      upTo(await names(host, folder), perFolderMax, `containers of ${runtime}`, onCut, [`containers[${runtime}]`]).map(
        (name): Container => ({ runtime, id: name, name, state: running.has(name) ? 'running' : 'stopped' }),
      ),
    )
    const guests = machineFolders.map(async ({ hypervisor, folder }) =>
      upTo(await names(host, folder), perFolderMax, `guests of ${hypervisor}`, onCut, [`guests[${hypervisor}]`]).map(
        (name): Guest => ({ hypervisor, name }),
      ),
    )
    return { containers: (await Promise.all(containers)).flat(), guests: (await Promise.all(guests)).flat() }
  },
}

const names = async (host: Host, folder: string): Promise<string[]> =>
  (await host.listFolder(folder)).filter((name) => !/^(\.|lxc-|lost\+found$)/.test(name))
