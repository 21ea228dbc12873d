import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { findTool, toolsDirOf } from '@rollcall/shared/node/tools.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { packClient } from '../client/pack-client.ts'
import { writeCollection } from '../collection/write-collection.ts'
import { withProgress } from '../set-up/progress.mjs'
import { type PackageOptions, writeDeb } from './deb.ts'
import { writeImage } from './image.ts'
import { lifecycleOf } from './lifecycle.ts'
import { writeMacosFolder } from './macos.ts'
import { writeMsi } from './msi.ts'
import { parts } from './parts.ts'
import { writeRpm } from './rpm.ts'
import { runTool } from './run-tool.ts'
import { billOfCheckout, writeSbom } from './sbom.ts'
import { stage } from './stage.ts'
import { stageWindowsAgent } from './stage-windows.ts'
import { writeTarball } from './tarball.ts'
import { targetPackage, targetProgram } from './target-packages.ts'

/**
 * Builds the packages and images of every part into `dist/`, with a bill of materials for each part, the client, the
 * Postman collection and their checksums. The agent has packages for Windows (msi) and folders for macOS (pkg) too. `--part`,
 * `--arch` and `--format` (deb, rpm, tar, image, msi, pkg) limit it, and may be
 * given several times; `--sign KEY` signs the RPM packages and the checksums with a key of GnuPG; `--compression none` is for trials. The
 * same sources give the same bytes.
 */
export async function release(args: readonly string[], projectDir: string): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      part: { type: 'string', multiple: true, default: partNames },
      arch: { type: 'string', multiple: true },
      format: { type: 'string', multiple: true, default: formats },
      compression: { type: 'string', default: 'xz' },
      out: { type: 'string', default: join(projectDir, 'dist') },
      sign: { type: 'string' },
    },
  })
  const unknown = values.part.find((each) => !parts.some(({ name }) => name === each))
  if (unknown !== undefined) throw new OperatorError(`--part must be one of ${partNames.join(', ')}, not "${unknown}"`)
  const unknownFormat = values.format.find((each) => !formats.includes(each))
  if (unknownFormat !== undefined)
    throw new OperatorError(`--format must be one of ${formats.join(', ')}, not "${unknownFormat}"`)
  const archs = values.arch ?? ['x64']
  const outDir = values.out
  await mkdir(outDir, { recursive: true })
  const builtAt = await commitTime(projectDir)
  const checkout = await billOfCheckout(projectDir)
  const files: string[] = []
  for (const arch of archs) {
    for (const part of parts.filter(({ name }) => values.part.includes(name))) {
      await withProgress(`Packing rollcall-${part.name} for ${arch}`, async () => {
        const work = await mkdtemp(join(tmpdir(), 'rollcall-release-'))
        try {
          const programs: Record<string, string> = { node: await strippedNode(projectDir, arch, work) }
          for (const name of part.programs) programs[name] = await targetProgram(name, arch, projectDir)
          const staged = join(work, 'staged')
          const packages = await stage({ projectDir, part, target: `linux-${arch}`, programs, root: staged })
          const lifecycle = await lifecycleOf(part, projectDir)
          const common = { projectDir, part, version: productVersion, arch, lifecycle, builtAt, outDir }
          for (const [format, writeFormat] of Object.entries(writers)) {
            if (!values.format.includes(format) || (format === 'image' && part.image === undefined)) continue
            const root = join(work, format, 'root')
            await mkdir(join(work, format))
            await runTool('cp', ['-al', staged, root])
            files.push(await writeFormat({ ...common, root, compression: values.compression }))
          }
          if (arch !== archs[0]) return
          const versions = await programVersions(['node', ...part.programs], projectDir)
          files.push(await writeSbom({ ...common, checkout, packages, programs: versions }))
        } finally {
          await rm(work, { recursive: true, force: true })
        }
      })
    }
  }
  if (values.part.includes('agent')) {
    const common = { projectDir, version: productVersion, builtAt, compression: values.compression, outDir }
    if (values.format.includes('msi') && archs.includes('x64')) {
      files.push(
        await packFor('Windows', async (work) => {
          const program = join(work, 'program')
          await stageWindowsAgent(projectDir, program)
          return await writeMsi({ ...common, program, work })
        }),
      )
    }
    for (const arch of macosArchs.filter((each) => values.arch?.includes(each) ?? true)) {
      if (!values.format.includes('pkg')) continue
      files.push(await packFor(`macOS on ${arch}`, (work) => writeMacosFolder({ ...common, arch, work })))
    }
  }
  if (values.part.length === partNames.length) {
    files.push(await packClient(projectDir, outDir), ...(await writeCollection(outDir)))
  }
  const { sign } = values
  if (sign !== undefined) {
    const packages = files.filter((file) => file.endsWith('.rpm'))
    // Some systems call it gpg2, and rpm looks for it only there.
    const gpg = findTool('gpg', toolsDirOf(projectDir)) ?? 'gpg'
    const defines = ['--define', `_gpg_name ${sign}`, '--define', `__gpg ${gpg}`]
    if (packages.length > 0) await runTool('rpmsign', [...defines, '--addsign', ...packages])
  }
  const lines = files.sort().map(async (file) => `${sha256(await readFile(file))}  ${basename(file)}\n`)
  const sums = join(outDir, 'SHA256SUMS')
  await writeFile(sums, (await Promise.all(lines)).join(''))
  await rm(`${sums}.asc`, { force: true })
  if (sign !== undefined) await runTool('gpg', ['--batch', '--armor', '--local-user', sign, '--detach-sign', sums])
}

const partNames = parts.map(({ name }): string => name)

const writers: Readonly<Record<string, (options: PackageOptions) => Promise<string>>> = {
  deb: writeDeb,
  rpm: writeRpm,
  tar: writeTarball,
  image: writeImage,
}

const formats = [...Object.keys(writers), 'msi', 'pkg']
const macosArchs = ['arm64', 'x64'] as const

/** Runs a writer of the agent's package for another system, in a folder that is removed. */
async function packFor(system: string, pack: (work: string) => Promise<string>): Promise<string> {
  return await withProgress(`Packing rollcall-agent for ${system}`, async () => {
    const work = await mkdtemp(join(tmpdir(), 'rollcall-release-'))
    try {
      return await pack(work)
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  })
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Returns the time of the commit that is built, in seconds since 1970. */
async function commitTime(projectDir: string): Promise<number> {
  return Number(await runTool('git', ['-C', projectDir, 'log', '-1', '--format=%ct']))
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

/** Copies the pinned Node of an architecture without its symbols, a sixth of its size. */
async function strippedNode(projectDir: string, arch: string, dir: string): Promise<string> {
  const file = join(dir, 'node')
  const folder = await targetPackage(`node-linux-${arch}`, projectDir)
  await runTool('eu-strip', ['-o', file, join(folder, 'bin', 'node')])
  return file
}
