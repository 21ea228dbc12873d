import { type Host, readValue, runText } from '../../../platform/host.ts'
import { cachedByTimes } from '../../cached-by-times.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { grepFiles } from './grep-files.ts'

type Distribution = {
  name: string
  /** Folder that exists on a node. */
  folder: string
  /** Configuration with the address of the API server, beside keys that are not read. */
  config: string
  /** Program that prints the kubelet's version. */
  program?: string
}

/** The first one that is present counts: they bring a kubelet of their own. */
const distributions: readonly Distribution[] = [
  {
    name: 'k3s',
    folder: '/var/lib/rancher/k3s',
    config: '/var/lib/rancher/k3s/agent/kubelet.kubeconfig',
    program: 'k3s',
  },
  {
    name: 'rke2',
    folder: '/var/lib/rancher/rke2',
    config: '/var/lib/rancher/rke2/agent/kubelet.kubeconfig',
    program: 'rke2',
  },
  {
    name: 'microk8s',
    folder: '/var/snap/microk8s/current',
    config: '/var/snap/microk8s/current/credentials/kubelet.config',
  },
  { name: 'kubernetes', folder: '/var/lib/kubelet', config: '/etc/kubernetes/kubelet.conf', program: 'kubelet' },
]
const programFolders = ['/usr/local/bin', '/usr/bin', '/opt/bin']

/** Reads whether the machine is a node of a Kubernetes cluster. */
export const kubernetesNode: Source<HardwarePart> = {
  name: 'kubernetes-node',
  reads: ['kubernetesNode'],
  isAvailable: async (host) => (await findDistribution(host)) !== undefined,
  collect: async (host) => {
    const found = await findDistribution(host)
    if (!found) return {}
    const [version, servers] = await Promise.all([
      readVersion(host, found),
      grepFiles(host, '^ *server: .*', [found.config]),
    ])
    const server = /^ *server: *"?(https?:\/\/[^\s"]+)/.exec(servers.get(found.config)?.[0] ?? '')?.[1]
    return { kubernetesNode: { distribution: found.name, version, server } }
  },
}

async function findDistribution(host: Host): Promise<Distribution | undefined> {
  const listed = await Promise.all(distributions.map(({ folder }) => host.listFolder(folder)))
  return distributions.find((_, index) => listed[index]?.length)
}

async function readVersion(host: Host, { name, program }: Distribution): Promise<string | undefined> {
  if (program === undefined) {
    const metadata = (await readValue(host, `/snap/${name}/current/meta/snap.yaml`)) ?? ''
    return parseVersion(/^version: *(\S+)/m.exec(metadata)?.[1] ?? '')
  }
  if (!(await host.hasProgram(program))) return undefined
  // The program is started again only after an upgrade.
  const times = await Promise.all(programFolders.map((folder) => host.modifiedTimes(folder, program)))
  const fingerprint = JSON.stringify(times.map((each) => [...each]))
  const seconds = times.flatMap((each) => [...each.values()])
  const ask = () => runText(host, program, ['--version'], { timeoutMs: 5_000, outputBytesMax: 64 * 1024 })
  // Elsewhere than in these folders, an upgrade would not be seen.
  return parseVersion(
    seconds.length > 0 ? await cachedByTimes(host, `${program}-version`, { fingerprint, seconds }, ask) : await ask(),
  )
}

/** Finds `v1.29.4`, `v1.29.4+k3s1` in `Kubernetes v1.29.4` or `k3s version v1.29.4+k3s1 (94e29e2e)`. */
export const parseVersion = (text: string): string | undefined => /\bv(\d+\.\d+\.\d+\S*)/.exec(text)?.[1]
