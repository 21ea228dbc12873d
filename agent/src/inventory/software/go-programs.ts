import { counted } from '@rollcall/shared/counted.ts'
import { type Host, readUpTo } from '../../platform/host.ts'
import { cachedByTimes } from '../cached-by-times.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import { localHomes } from '../passwd.ts'
import type { OnCut, Source } from '../source.ts'
import { timeOfSeconds } from '../text.ts'
import { upTo } from '../up-to.ts'
import { readBuildInfo, tooOld } from './go-build-info.ts'

const programsMax = 512
const settingsBytesMax = 64 * 1024

/** Lists programs that were built with `go install`, of the machine and of users, by the build info inside of them. */
export const goPrograms: Source<SoftwarePart> = {
  name: 'go',
  reads: ['[go]'],
  isAvailable: async (host) => (await filesOf(host)).length > 0,
  collect: async (host, onCut) => {
    const files = await filesOf(host, onCut)
    // Programs change rarely, and each one takes several reads.
    const read = upTo(files, programsMax, 'files', onCut)
    const age = { fingerprint: JSON.stringify(read), seconds: read.map(({ seconds }) => seconds) }
    const text = await cachedByTimes(host, 'go-programs', age, async () =>
      JSON.stringify(await readPrograms(host, read)),
    )
    const { packages, cuts } = JSON.parse(text) as Awaited<ReturnType<typeof readPrograms>>
    for (const cut of cuts) onCut?.(cut)
    return packages
  },
}

type Folder = { path: string; owner: number }
/** A file, and the seconds at which it was written. */
type File = Folder & { seconds: number }

async function filesOf(host: Host, onCut?: OnCut): Promise<File[]> {
  const homes = await localHomes(host, onCut)
  const ofUsers = await Promise.all(homes.map(async ({ home, uid }) => foldersOf(host, home, uid)))
  const folders = [{ path: '/usr/local/bin', owner: 0 }, ...ofUsers.flat()]
  const listed = await Promise.all(
    folders.map(async ({ path, owner }) => {
      const [names, times] = [await host.listFolder(path, owner), await host.modifiedTimes(path, '', owner)]
      return names.flatMap((name): File[] => {
        const seconds = times.get(name)
        return seconds === undefined ? [] : [{ path: `${path}/${name}`, owner, seconds }]
      })
    }),
  )
  return listed.flat()
}

/** Returns the folder of `go install`, and the one that the user has set with `go env -w` inside of the home. */
async function foldersOf(host: Host, home: string, owner: number): Promise<Folder[]> {
  const settings = await readUpTo(host, `${home}/.config/go/env`, settingsBytesMax, undefined, owner)
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(settings ?? '')?.[1]
  const paths = [`${home}/go/bin`, setting('GOBIN'), setting('GOPATH')?.concat('/bin')]
  const inside = paths.filter((path) => path?.startsWith(`${home}/`) && !path.includes('/../'))
  return [...new Set(inside)].map((path = '') => ({ path, owner }))
}

async function readPrograms(host: Host, read: readonly File[]): Promise<{ packages: Package[]; cuts: string[] }> {
  const infos = await mapBounded(read, 8, ({ path, owner }) =>
    readBuildInfo((offset, length) => host.readRange(path, offset, length, owner)),
  )
  const packages = infos.flatMap((info, index): Package[] => {
    if (info === undefined || info === tooOld) return []
    const installDate = timeOfSeconds(`${Math.trunc(read[index]?.seconds ?? 0)}`)
    return [{ name: info.path, version: info.version, source: 'go', installDate }]
  })
  const oldCount = infos.filter((info) => info === tooOld).length
  return {
    packages,
    cuts: oldCount > 0 ? [`left out ${counted(oldCount, 'program')} of Go before 1.18`] : [],
  }
}
