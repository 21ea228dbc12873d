import type { PackageManager, Tool } from '@rollcall/shared/node/tool-list.ts'
import { type ToolStatus, toolStatus, toolsDirOf } from '@rollcall/shared/node/tools.ts'
import { fetchFromApt } from './fetch-from-apt.ts'
import { detectPackageManager, elevation, installLine, installPackages } from './package-managers.ts'
import { withProgress } from './progress.mjs'

/**
 * Makes sure of the programs from outside, installing what is missing where this user may. Goes on without what it
 * could not get and says on standard error what that means and the one line to run.
 */
export async function installTools(wanted: readonly Tool[], projectDir: string): Promise<void> {
  const lacking = async (list: readonly Tool[]) =>
    (await Promise.all(list.map((tool) => toolStatus(tool, toolsDirOf(projectDir))))).filter(
      ({ problem }) => problem !== undefined,
    )
  const before = await lacking(wanted)
  if (before.length === 0) return

  const manager = detectPackageManager()
  const reasons = manager === undefined ? [] : await install(before, manager, projectDir)
  const after = await lacking(before.map(({ tool }) => tool))
  if (after.length > 0) report(after, manager, reasons)
}

/** Installs what can be; the reasons why something could not. */
async function install(missing: readonly ToolStatus[], manager: PackageManager, projectDir: string): Promise<string[]> {
  const reasons: string[] = []
  // One that needs a newer version than a stable release has, and nothing but libc: unpacked under the project.
  const fetched = missing.filter(({ tool }) => manager === 'apt-get' && tool.versionMin !== undefined)
  for (const { tool } of fetched) {
    const problem = await withProgress(`Fetching ${tool.name} (apt-get)`, () => fetchFromApt(tool, projectDir))
    if (problem !== undefined) reasons.push(`${tool.name}: ${problem}`)
  }
  const installed = missing.filter((status) => !fetched.includes(status)).map(({ tool }) => tool)
  const packages = packagesOf(installed, manager)
  const prefix = packages.length > 0 ? await elevation(manager) : undefined
  if (prefix === undefined) return reasons
  const units = installed.flatMap(({ unit }) => unit ?? [])
  const problem = await withProgress(`Installing ${packages.join(', ')} (${manager})`, () =>
    installPackages(manager, prefix, packages, [...new Set(units)]),
  )
  if (problem !== undefined) reasons.push(problem)
  return reasons
}

function report(missing: readonly ToolStatus[], manager: PackageManager | undefined, reasons: readonly string[]): void {
  for (const reason of reasons) console.error(reason)
  for (const { tool, problem } of missing)
    console.error(`${tool.name} ${problem}: without it, no part that ${tool.purpose}.`)
  const tooOld = missing.filter(({ tool }) => tool.versionMin !== undefined).map(({ tool }) => tool)
  const packages = packagesOf(
    missing.map(({ tool }) => tool).filter((tool) => !tooOld.includes(tool)),
    manager,
  )
  if (manager !== undefined && packages.length > 0) console.error(`To install: ${installLine(manager, packages)}`)
  for (const tool of tooOld)
    console.error(`To install: put ${tool.name} ${tool.versionMin} or newer on PATH, or in .tools/bin of this folder.`)
}

const packagesOf = (list: readonly Tool[], manager: PackageManager | undefined): string[] => [
  ...new Set(list.flatMap((tool) => (manager && tool.packages[manager]) ?? [])),
]
