import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { type PackageOptions, writeDeb } from './deb.ts'
import { writeImage } from './image.ts'
import { lifecycleOf } from './lifecycle.ts'
import { writeRpm } from './rpm.ts'
import { runTool } from './run-tool.ts'
import { type SbomOptions, writeSbom } from './sbom.ts'
import { inScratchFolder } from './scratch-folder.ts'
import { stage } from './stage.ts'
import { writeTarball } from './tarball.ts'
import { targetPackage, targetProgram } from './target-packages.ts'

const writers: Readonly<Record<string, (options: PackageOptions) => Promise<string>>> = {
  deb: writeDeb,
  rpm: writeRpm,
  tar: writeTarball,
  image: writeImage,
}

export const linuxFormats = Object.keys(writers)

type PartOptions = Omit<PackageOptions, 'root' | 'lifecycle'> & {
  formats: readonly string[]
  /** Absent: no bill of materials is written. */
  checkout: SbomOptions['checkout'] | undefined
}

/** Writes the packages and the image of a part for Linux, and its bill of materials. Resolves to their paths. */
export async function packPart({ formats, checkout, ...options }: PartOptions): Promise<string[]> {
  const { projectDir, part, arch } = options
  return await inScratchFolder(`Packing rollcall-${part.name} for ${arch}`, async (work) => {
    const programs: Record<string, string> = { node: await strippedNode(projectDir, arch, work) }
    for (const name of part.programs) programs[name] = await targetProgram(name, arch, projectDir)
    const staged = join(work, 'staged')
    const packages = await stage({ projectDir, part, target: `linux-${arch}`, programs, root: staged })
    const lifecycle = await lifecycleOf(part, projectDir)
    const files: string[] = []
    for (const [format, writeFormat] of Object.entries(writers)) {
      if (!formats.includes(format) || (format === 'image' && part.image === undefined)) continue
      const root = join(work, format, 'root')
      await mkdir(join(work, format))
      await runTool('cp', ['-al', staged, root])
      files.push(await writeFormat({ ...options, lifecycle, root }))
    }
    if (checkout === undefined) return files
    const versions = await programVersions(['node', ...part.programs], projectDir)
    return [...files, await writeSbom({ ...options, checkout, packages, programs: versions })]
  })
}

/** Copies the pinned Node of an architecture without its symbols, a sixth of its size. */
async function strippedNode(projectDir: string, arch: string, dir: string): Promise<string> {
  const file = join(dir, 'node')
  const folder = await targetPackage(`node-linux-${arch}`, projectDir)
  await runTool('eu-strip', ['-o', file, join(folder, 'bin', 'node')])
  return file
}

/** Returns the versions of programs that come along, which are those of this machine. */
async function programVersions(names: readonly string[], projectDir: string): Promise<Record<string, string>> {
  const versions = names.map(async (name) => {
    const file = name === 'node' ? process.execPath : await targetProgram(name, process.arch, projectDir)
    const version = /\d+\.\d+\.\d+/.exec(await runTool(file, ['--version']))?.[0]
    if (version === undefined) throw new OperatorError(`${name} --version names no version`)
    return [name, version] as const
  })
  return Object.fromEntries(await Promise.all(versions))
}
