import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { tools } from '@rollcall/shared/node/tool-list.ts'
import { findTool, toolsDirOf } from '@rollcall/shared/node/tools.ts'
import { z } from 'zod'
import { fetchFromApt } from '../set-up/fetch-from-apt.ts'
import { runTool } from './run-tool.ts'

/** Debian's names of Node's architectures. */
export const debianArchitectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** Returns the path of a program for an architecture; one for another than this machine's is fetched into `.tools`. */
export async function targetProgram(name: string, arch: string, projectDir: string): Promise<string> {
  const tool = tools.find((each) => each.name === name)
  if (arch === process.arch) {
    const found = findTool(name, toolsDirOf(projectDir))
    if (found === undefined) throw new OperatorError(`${name} is not installed`)
    return found
  }
  // A later least version is fetched anew.
  const toolsDir = join(projectDir, '.tools', 'packages', `bin-${arch}-${tool?.versionMin ?? 'any'}`)
  const file = join(toolsDir, name)
  if (existsSync(file)) return file
  const architecture = debianArchitectures[arch]
  if (tool === undefined || architecture === undefined) throw new OperatorError(`there is no ${name} for ${arch}`)
  const problem = await fetchFromApt(tool, projectDir, { architecture, toolsDir })
  if (problem !== undefined)
    throw new OperatorError(
      `${name} for ${arch} cannot be fetched: ${problem}. To leave it out, give --arch ${process.arch} alone`,
    )
  return file
}

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
})

/** Version of a package and the hash of its archive, as a lock file has them. */
export type Pin = { version: string; integrity: string }

/**
 * Returns the folder of a package that the lock file pins for another architecture. npm installs only those of this
 * machine, so it is fetched into `.tools/packages`, and checked against the lock file.
 */
export async function targetPackage(name: string, projectDir: string): Promise<string> {
  const installed = join(projectDir, 'node_modules', name)
  if (existsSync(installed)) return installed
  const lock = lockSchema.parse(JSON.parse(await readFile(join(projectDir, 'package-lock.json'), 'utf8')))
  const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {}
  if (version === undefined || integrity === undefined)
    throw new OperatorError(`package-lock.json does not pin ${name}`)
  return await pinnedPackage(name, { version, integrity }, projectDir)
}

/** Returns the folder of a package, which is fetched into `.tools/packages` and checked. */
export async function pinnedPackage(name: string, { version, integrity }: Pin, projectDir: string): Promise<string> {
  const folder = join(projectDir, '.tools', 'packages', `${name.replace('/', '-')}-${version}`)
  if (existsSync(join(folder, 'package.json'))) return folder
  // Complete or not there: it takes its name at the end.
  const partial = `${folder}.partial`
  for (const each of [partial, folder]) await rm(each, { recursive: true, force: true })
  await mkdir(partial, { recursive: true })
  const pack = await runTool('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', partial])
  const archive = join(partial, pack.trim())
  const digest = createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')
  if (integrity !== `sha512-${digest}`) throw new OperatorError(`${name}@${version} is not the package that is pinned`)
  await runTool('tar', ['-xzf', archive, '-C', partial, '--strip-components=1'])
  await rm(archive)
  await rename(partial, folder)
  return folder
}
