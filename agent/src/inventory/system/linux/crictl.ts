import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { runText } from '../../../platform/host.ts'
import { entriesIn, entryIn, isEntry, textIn } from '../../loose-values.ts'
import type { Container, HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'

const sockets = ['/run/containerd', '/run/k3s/containerd']
const limits = { timeoutMs: 10_000, outputBytesMax: 32 * 1024 * 1024 }

/** Lists the containers of containerd that Kubernetes made, without labels and annotations. Those of Docker in containerd are listed by `docker`. */
export const crictl: Source<HardwarePart> = {
  name: 'crictl',
  reads: ['containers[containerd]'],
  // The daemon answers, and may have to start first.
  timeoutMs: 15_000,
  isAvailable: async (host) =>
    (await Promise.all(sockets.map((folder) => host.listFolder(folder)))).flat().includes('containerd.sock') &&
    (await host.hasProgram('crictl')),
  collect: async (host) => ({
    containers: parseCrictl(
      await runText(host, 'crictl', ['ps', '--all', '--output', 'json'], { ...limits, asRoot: true, isPrivate: true }),
    ),
  }),
}

/** Parses the answer of ListContainers (CRI); `createdAt` is in nanoseconds. */
export function parseCrictl(text: string): Container[] {
  const list = parseJson(text)
  if (!isEntry(list)) throw new Error('crictl printed no JSON')
  return entriesIn(list, 'containers').flatMap((entry) => {
    const id = textIn(entry, 'id')
    if (id === undefined) return []
    const created = Number(textIn(entry, 'createdAt')) / 1e6
    return {
      runtime: 'containerd',
      id,
      name: textIn(entryIn(entry, 'metadata'), 'name'),
      image: textIn(entryIn(entry, 'image'), 'userSpecifiedImage') ?? textIn(entryIn(entry, 'image'), 'image'),
      createdAt: created > 0 && created < 4e12 ? new Date(created).toISOString() : undefined,
      state: textIn(entry, 'state') === 'CONTAINER_RUNNING' ? ('running' as const) : ('stopped' as const),
    }
  })
}
