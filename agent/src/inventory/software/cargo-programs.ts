import { messageOf } from '@rollcall/shared/errors.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { type Host, LimitError } from '../../platform/host.ts'
import { entryIn, isEntry, textsIn } from '../loose-values.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import { localHomes } from '../passwd.ts'
import type { OnCut, Source } from '../source.ts'
import { timeOfSeconds } from '../text.ts'
import { upTo } from '../up-to.ts'

const listBytesMax = 1024 * 1024
const programsMax = 1_000

/** Lists programs that users installed with `cargo install`, from cargo's own list. */
export const cargoPrograms: Source<SoftwarePart> = {
  name: 'cargo',
  reads: ['[cargo]'],
  // It reads a file of each user.
  timeoutMs: 20_000,
  isAvailable: async (host) => (await foldersOf(host)).length > 0,
  collect: async (host, onCut) => {
    const folders = await foldersOf(host, onCut)
    return (await Promise.all(folders.map((folder) => readList(host, folder, onCut)))).flat()
  },
}

type Folder = { path: string; owner: number }

async function foldersOf(host: Host, onCut?: OnCut): Promise<Folder[]> {
  const users = (await localHomes(host, onCut)).map(({ home, uid }) => ({ path: `${home}/.cargo`, owner: uid }))
  const all = [{ path: '/usr/local/cargo', owner: 0 }, ...users]
  const listed = await Promise.all(all.map(({ path, owner }) => host.listFolder(path, owner)))
  return all.filter((_, index) => listed[index]?.includes('.crates2.json'))
}

async function readList(host: Host, { path, owner }: Folder, onCut: OnCut | undefined): Promise<Package[]> {
  const file = `${path}/.crates2.json`
  try {
    const text = await host.readFile(file, listBytesMax, owner)
    const times = await host.modifiedTimes(`${path}/bin`, '', owner)
    const packages = text === undefined ? [] : parseCrates(text, times)
    if (packages === undefined) onCut?.(`cannot read ${file}`)
    return upTo(packages ?? [], programsMax, 'programs of a user', onCut)
  } catch (error) {
    if (!(error instanceof LimitError)) throw error
    onCut?.(`left out a list (${messageOf(error)})`)
    return []
  }
}

/**
 * Parses the keys of `installs`: `ripgrep 14.1.0 (registry+https://github.com/rust-lang/crates.io-index)`. Returns
 * undefined for a text that is no such list. `times` are those of the programs.
 */
export function parseCrates(text: string, times: ReadonlyMap<string, number>): Package[] | undefined {
  const list = parseJson(text)
  if (!isEntry(list)) return undefined
  return Object.entries(entryIn(list, 'installs') ?? {}).flatMap(([key, details]) => {
    const [, name, version] = /^([\w-]+) (\d\S*) \(/.exec(key) ?? []
    if (name === undefined || version === undefined) return []
    const [program = ''] = textsIn(isEntry(details) ? details : undefined, 'bins')
    return { name, version, source: 'cargo', installDate: timeOfSeconds(`${times.get(program)}`) }
  })
}
