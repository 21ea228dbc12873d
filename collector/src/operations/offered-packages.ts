import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { compareVersions } from '@rollcall/shared/inventory/version-order.ts'
import { type JoinKind, joinKinds } from '@rollcall/shared/messages/join-kind.ts'

type PackageFormat = 'deb' | 'rpm' | 'tar' | 'msi'

/** A package of a part that the collector hands out to the machines of its sites. */
type OfferedPackage = {
  file: string
  part: JoinKind
  version: string
  format: PackageFormat
  /** Machine as `uname -m` names it. */
  machine: string
  bytes: number
  /** In hexadecimal digits. */
  sha256: string
}

export type OfferedPackages = {
  /** Lists the newest package of each part, format and machine. */
  list(): Promise<OfferedPackage[]>
  pathOf(file: string): string
}

const parts = joinKinds.join('|')
const names: readonly (readonly [PackageFormat, RegExp])[] = [
  ['deb', new RegExp(`^rollcall-(${parts})_([0-9][0-9A-Za-z.+~-]*)_(amd64|arm64)\\.deb$`)],
  ['rpm', new RegExp(`^rollcall-(${parts})-([0-9][0-9A-Za-z.+~-]*)\\.(x86_64|aarch64)\\.rpm$`)],
  ['tar', new RegExp(`^rollcall-(${parts})-([0-9][0-9A-Za-z.+~-]*)-linux-(x64|arm64)\\.tar\\.gz$`)],
  ['msi', /^rollcall-(agent)-([0-9][0-9A-Za-z.+~-]*)-(x64)\.msi$/],
]
const machines: Readonly<Record<string, string>> = { amd64: 'x86_64', x64: 'x86_64', arm64: 'aarch64' }

/** Opens the folder in which the operator puts packages of a release. It may be missing, and may change at any time. */
export function openOfferedPackages(dir: string): OfferedPackages {
  /** Checksums by file, size and time of change. */
  const checksums = new Map<string, Promise<string>>()

  const describe = async (file: string): Promise<OfferedPackage[]> => {
    for (const [format, pattern] of names) {
      const [, part, version, architecture] = pattern.exec(file) ?? []
      if (part === undefined || version === undefined || architecture === undefined) continue
      const { size, mtimeMs } = await stat(join(dir, file))
      const key = `${file} ${size} ${mtimeMs}`
      const sha256 = checksums.get(key) ?? checksumOf(join(dir, file))
      checksums.set(key, sha256)
      sha256.catch(() => checksums.delete(key))
      const machine = machines[architecture] ?? architecture
      return [{ file, part: part as JoinKind, version, format, machine, bytes: size, sha256: await sha256 }]
    }
    return []
  }

  return {
    async list() {
      const packages = (await Promise.all((await filesIn(dir)).map(describe))).flat()
      const newest = new Map<string, OfferedPackage>()
      for (const each of packages) {
        const kind = `${each.part} ${each.format} ${each.machine}`
        const other = newest.get(kind)
        if (!other || compareVersions(each.version, other.version) > 0) newest.set(kind, each)
      }
      return [...newest.values()].sort((a, b) => (a.file < b.file ? -1 : 1))
    },
    pathOf: (file) => join(dir, file),
  }
}

async function filesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
