import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder, removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { defaultStateDir } from '../state-dir.ts'
import { serviceUnit, timerUnit } from './units.ts'

const serviceName = 'rollcall-agent.service'
const timerName = 'rollcall-agent.timer'

export type ServiceDeps = {
  /** Folder of the units that this machine's administrator adds, and of those that packages bring. */
  unitDir: string
  packagedUnitDir: string
  runsSystemd: boolean
  isRoot: boolean
  /** Runs `systemctl` with these arguments; rejects with an OperatorError if it fails. */
  systemctl(args: readonly string[]): Promise<void>
}

/** The service manager of this machine. */
const systemServiceDeps = (): ServiceDeps => ({
  unitDir: '/etc/systemd/system',
  packagedUnitDir: '/usr/lib/systemd/system',
  // The folder that sd_booted(3) checks.
  runsSystemd: existsSync('/run/systemd/system'),
  isRoot: process.getuid?.() === 0,
  systemctl,
})

/** Throws an OperatorError if systemd is missing or the user may not change its services. */
export const assertCanInstall = (): Promise<void> => requireSystemd(systemServiceDeps(), 'install')

/** Installs units that run the agent hourly, starting now. Installing again replaces them; those of a package are kept. */
export async function install(
  { command, stateDir = defaultStateDir }: { command: readonly string[]; stateDir?: string },
  deps: ServiceDeps = systemServiceDeps(),
): Promise<{ units: string[] }> {
  await requireSystemd(deps, 'install')
  const isPackaged = await isThere(join(deps.packagedUnitDir, serviceName))
  const unitDir = isPackaged ? deps.packagedUnitDir : deps.unitDir
  const units = [join(unitDir, serviceName), join(unitDir, timerName)]
  if (!isPackaged) {
    // ReadWritePaths requires an existing folder.
    await makeFolder(stateDir)
    const texts = [serviceUnit({ command, stateDir }), timerUnit()]
    for (const [index, unit] of units.entries()) await writeUnit(unit, texts[index] ?? '')
    await deps.systemctl(['daemon-reload'])
  }
  await deps.systemctl(['enable', '--now', timerName])
  // The first run starts now, and this command does not wait for it.
  await deps.systemctl(['start', '--no-block', serviceName])
  return { units }
}

/** Stops the hourly runs and removes the units that `install` wrote; the state directory stays. */
export async function uninstall(deps: ServiceDeps = systemServiceDeps()): Promise<{ removed: string[] }> {
  await requireSystemd(deps, 'uninstall')
  const units = [join(deps.unitDir, timerName), join(deps.unitDir, serviceName)]
  const present: string[] = []
  for (const unit of units) if (await isThere(unit)) present.push(unit)
  const isPackaged = await isThere(join(deps.packagedUnitDir, serviceName))
  if (present.length === 0 && !isPackaged) return { removed: [] }
  await deps.systemctl(['disable', '--now', timerName])
  await deps.systemctl(['stop', serviceName])
  for (const unit of present) await removeFile(unit)
  await deps.systemctl(['daemon-reload'])
  return { removed: present }
}

async function requireSystemd({ runsSystemd, isRoot, unitDir }: ServiceDeps, verb: string): Promise<void> {
  if (!runsSystemd || !(await isThere(unitDir))) {
    throw new OperatorError(
      `"agent ${verb}" needs systemd, which this machine does not have: run "rollcall agent run" hourly with its own scheduler`,
    )
  }
  if (!isRoot) throw new OperatorError(`"agent ${verb}" changes the system's services: run it as root (sudo)`)
}

async function writeUnit(path: string, text: string): Promise<void> {
  try {
    await writeFileWhole(path, text, { mode: 0o644 })
  } catch (error) {
    throw new OperatorError(`cannot write ${path}: ${messageOf(error)}`)
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function systemctl(args: readonly string[]): Promise<void> {
  const program = findProgram('systemctl')
  if (program === undefined) throw new OperatorError('systemctl is not installed: does this machine run systemd?')
  const { code, stderr } = await runProcess(program, args, { timeoutMs: 60_000 })
  if (code !== 0) throw new OperatorError(`systemctl ${args.join(' ')} failed: ${stderr.trim().split('\n')[0] ?? ''}`)
}
