import { type Host, readUpTo } from '../../../platform/host.ts'
import { mapBounded } from '../../map-bounded.ts'
import type { Guest, HardwarePart } from '../../parts.ts'
import { localHomes } from '../../passwd.ts'
import type { OnCut, Source } from '../../source.ts'
import { decodeXml, parseInteger } from '../../text.ts'
import { upTo } from '../../up-to.ts'

const guestsMax = 1_024
const settingsBytesMax = 4 * 1024 * 1024

/** Virtual machines of one user. Only files of the owner are read. */
type Registry = { path: string; owner: number }

/** Lists the virtual machines of VirtualBox of each user, from its settings. They do not say which ones run. */
export const virtualbox: Source<HardwarePart> = {
  name: 'virtualbox',
  reads: ['guests[virtualbox]'],
  isAvailable: async (host) => (await registriesOf(host)).length > 0,
  collect: async (host, onCut) => {
    const registries = await registriesOf(host, onCut)
    const listed = await mapBounded(registries, 8, async ({ path, owner }) =>
      parseRegistry(await readPrivate(host, path, owner)).map((machine) => ({ path: machine, owner })),
    )
    const machines = listed.flat()
    const read = upTo(machines, guestsMax, 'virtual machines', onCut)
    const guests = await mapBounded(read, 8, async ({ path, owner }) =>
      parseMachine(await readPrivate(host, path, owner)),
    )
    const unreadable = read.filter((_, index) => guests[index] === undefined)
    if (unreadable.length > 0) onCut?.(`cannot read ${unreadable.length} of ${read.length} virtual machines`)
    return { guests: guests.filter((guest) => guest !== undefined) }
  },
}

async function registriesOf(host: Host, onCut?: OnCut): Promise<Registry[]> {
  const homes = await localHomes(host, onCut)
  const folders = homes.flatMap(({ home, uid }) =>
    [`${home}/.config/VirtualBox`, `${home}/.VirtualBox`].map((folder) => ({ folder, owner: uid })),
  )
  const listed = await Promise.all(folders.map(({ folder, owner }) => host.listFolder(folder, owner)))
  return folders.flatMap(({ folder, owner }, index) =>
    listed[index]?.includes('VirtualBox.xml') ? [{ path: `${folder}/VirtualBox.xml`, owner }] : [],
  )
}

/** The settings may hold the password of a remote screen. */
const readPrivate = async (host: Host, path: string, owner: number): Promise<string> =>
  (await readUpTo(host, path, settingsBytesMax, 'private', owner)) ?? ''

/** Returns the paths of the machines' settings; a machine without an absolute path is not on this system. */
export const parseRegistry = (text: string): string[] =>
  [...text.matchAll(/<MachineEntry\s([^<>]*)>/g)].flatMap(([, attributes = '']) => {
    const path = attributeIn('src', attributes)
    return path?.startsWith('/') ? [path] : []
  })

export function parseMachine(text: string): Guest | undefined {
  const [, machine = ''] = /<Machine\s([^<>]*)>/.exec(text) ?? []
  const name = attributeIn('name', machine)
  if (!name) return undefined
  const mebibytes = parseInteger(attributeIn('RAMSize', /<Memory\s([^<>]*)>/.exec(text)?.[1] ?? ''))
  const processors = attributeIn('count', /<CPU\s([^<>]*)>/.exec(text)?.[1] ?? '')
  return {
    hypervisor: 'virtualbox',
    name,
    uuid: attributeIn('uuid', machine)?.replace(/^\{|\}$/g, ''),
    memoryBytes: mebibytes === undefined ? undefined : mebibytes * 2 ** 20,
    processors: processors === undefined ? 1 : parseInteger(processors),
  }
}

function attributeIn(name: string, attributes: string): string | undefined {
  const [, value] = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes) ?? []
  return value === undefined ? undefined : decodeXml(value)
}
