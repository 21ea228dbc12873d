import { messageOf } from '@rollcall/shared/errors.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { type Host, LimitError, readValue } from '../../../platform/host.ts'
import { type Entry, isEntry, textIn, textsIn } from '../../loose-values.ts'
import { mapBounded } from '../../map-bounded.ts'
import type { Container, HardwarePart } from '../../parts.ts'
import { localHomes } from '../../passwd.ts'
import type { OnCut, Source } from '../../source.ts'
import { timeOfText } from '../../text.ts'
import { upTo } from '../../up-to.ts'

const listBytesMax = 8 * 1024 * 1024
const containersMax = 4_096

/** Containers of root, or of one user. Only files of the owner are read. */
type Store = { path: string; run: string; owner: number }
const ofRoot: Store = { path: '/var/lib/containers/storage', run: '/run/containers/storage', owner: 0 }

/** Lists containers of Podman and CRI-O, of root and of users, from the list of their common storage. */
export const podman: Source<HardwarePart> = {
  name: 'podman',
  reads: ['containers[podman]', 'containers[cri-o]'],
  isAvailable: async (host) => (await storesOf(host)).length > 0,
  collect: async (host, onCut) => {
    const stores = await storesOf(host, onCut)
    return { containers: (await Promise.all(stores.map((store) => readStore(host, store, onCut)))).flat() }
  },
}

async function storesOf(host: Host, onCut?: OnCut): Promise<Store[]> {
  const users = (await localHomes(host, onCut)).map(({ home, uid }) => ({
    path: `${home}/.local/share/containers/storage`,
    run: `/run/user/${uid}/containers`,
    owner: uid,
  }))
  const all = [ofRoot, ...users]
  const listed = await Promise.all(all.map(({ path, owner }) => host.listFolder(path, owner)))
  return all.filter((_, index) => listed[index]?.some((name) => name.endsWith('-containers')))
}

async function readStore(host: Host, { path, run, owner }: Store, onCut: OnCut | undefined): Promise<Container[]> {
  const drivers = (await host.listFolder(path, owner)).filter((name) =>
    /^(overlay|vfs|btrfs|zfs)-containers$/.test(name),
  )
  const listed = await mapBounded(drivers, 4, async (driver) => {
    try {
      const text = await host.readFile(`${path}/${driver}/containers.json`, listBytesMax, owner)
      const list = parseJson(text)
      // The list may be absent; without containers, some versions write none.
      if (text !== undefined && !Array.isArray(list)) onCut?.(`cannot read ${path}/${driver}/containers.json`)
      const entries = Array.isArray(list) ? list.filter(isEntry) : []
      return await mapBounded(upTo(entries, containersMax, 'containers', onCut), 16, async (entry) => {
        const container = parseContainer(entry)
        return container && { ...container, state: await stateOf(host, `${run}/${driver}`, container.id, owner) }
      })
    } catch (error) {
      if (!(error instanceof LimitError)) throw error
      onCut?.(`left out containers (${messageOf(error)})`)
      return []
    }
  })
  return listed.flat().filter((container) => container !== undefined)
}

/** `metadata` is JSON within JSON; a pod's name in it comes from CRI-O. */
export function parseContainer(entry: Entry): Container | undefined {
  const id = textIn(entry, 'id')
  if (id === undefined || !/^[0-9a-f]{64}$/.test(id)) return undefined
  const metadata = parseJson(textIn(entry, 'metadata'))
  const details = isEntry(metadata) ? metadata : undefined
  return {
    runtime: textIn(details, 'pod-id') === undefined ? 'podman' : 'cri-o',
    id,
    name: textIn(details, 'name') ?? textsIn(entry, 'names')[0],
    image: textIn(details, 'image-name') ?? textIn(entry, 'image'),
    createdAt: timeOfText(textIn(entry, 'created')),
  }
}

/** A running container has a process, whose number is in a file. */
async function stateOf(host: Host, run: string, id: string, owner: number): Promise<Container['state']> {
  const pid = (await host.readFile(`${run}/${id}/userdata/pidfile`, 64, owner))?.trim() ?? ''
  if (!/^\d+$/.test(pid)) return 'stopped'
  return (await readValue(host, `/proc/${pid}/comm`)) === undefined ? 'stopped' : 'running'
}
