import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder, removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { findSystemProgram, systemEnvironment } from '@rollcall/shared/node/trusted-program.ts'
import { defaultStateDir } from '../state-dir.ts'
import { oftenUnits, serviceName, serviceUnit, timerName, timerUnit, watchUnit } from './units.ts'

const watchName = 'rollcall-agent-watch.service'

export type ServiceDeps = {
  /** Folder of the units that this machine's administrator adds, and of those that packages bring. */
  unitDir: string
  packagedUnitDir: string
  runsSystemd: boolean
  isRoot: boolean
  /** Runs `systemctl` with these arguments; rejects with an OperatorError if it fails. */
  systemctl(args: readonly string[], timeoutMs?: number): Promise<void>
  /** Returns the end of the journal of a unit. */
  journal(unit: string): Promise<string>
}

/** The service manager of this machine. */
const systemServiceDeps = (): ServiceDeps => ({
  unitDir: '/etc/systemd/system',
  packagedUnitDir: '/usr/lib/systemd/system',
  // The folder that sd_booted(3) checks.
  runsSystemd: existsSync('/run/systemd/system'),
  isRoot: process.getuid?.() === 0,
  systemctl,
  journal,
})

/** Throws an OperatorError if systemd is missing or the user may not change its services. */
export const assertCanInstall = (): Promise<void> => requireSystemd(systemServiceDeps(), 'install')

export type InstallOptions = {
  /** Program and arguments of one run, and of the watch. */
  command: readonly string[]
  watchCommand: readonly string[]
  /** Switches the watch on or off; absent to leave it as it is. */
  watch?: boolean | undefined
  stateDir?: string
  /** Waits for the first run, which shows whether the agent can run as a service here. */
  awaitsRun?: boolean
}

/** Longer than systemd lets a run take. */
const runMsMax = 11 * 60_000

/**
 * Installs units that run the agent hourly, starting now, and switches the watch on or off. Installing again replaces
 * them; those of a package are kept. A watch that is on starts again, since it ends when the agent is deleted.
 */
export async function install(
  { command, watchCommand, watch, stateDir = defaultStateDir, awaitsRun = false }: InstallOptions,
  deps: ServiceDeps = systemServiceDeps(),
): Promise<{ units: string[] }> {
  await requireSystemd(deps, 'install')
  const isPackaged = await isThere(join(deps.packagedUnitDir, serviceName))
  const wasWatching = await isThere(join(deps.unitDir, 'multi-user.target.wants', watchName))
  const watches = watch ?? wasWatching
  const unitDir = isPackaged ? deps.packagedUnitDir : deps.unitDir
  const texts = new Map([
    [join(unitDir, serviceName), serviceUnit({ command, stateDir })],
    [join(unitDir, timerName), timerUnit()],
    ...Object.entries(oftenUnits(stateDir)).map(([name, text]) => [join(unitDir, name), text] as const),
    ...(watches ? [[join(unitDir, watchName), watchUnit({ command: watchCommand, stateDir })] as const] : []),
  ])
  if (wasWatching && !watches) await disableWatch(deps)
  if (!isPackaged) {
    // ReadWritePaths requires an existing folder.
    await makeFolder(stateDir)
    for (const [unit, text] of texts) await writeUnit(unit, text)
    await deps.systemctl(['daemon-reload'])
  }
  await deps.systemctl(['enable', '--now', timerName])
  if (awaitsRun) await runNow(deps)
  else await deps.systemctl(['start', '--no-block', serviceName])
  if (watches) {
    await deps.systemctl(['enable', watchName])
    await deps.systemctl(['restart', watchName])
  }
  return { units: [...texts.keys()] }
}

async function runNow({ systemctl, journal }: ServiceDeps): Promise<void> {
  try {
    await systemctl(['start', serviceName], runMsMax)
  } catch {
    throw new OperatorError(
      `the agent is installed, and its first run failed. The end of its journal:\n${await journal(serviceName)}`,
    )
  }
}

async function disableWatch({ systemctl, unitDir }: ServiceDeps): Promise<void> {
  await systemctl(['disable', '--now', watchName])
  await removeFile(join(unitDir, watchName))
}

/**
 * Stops the agent and removes the units that `install` wrote; the state directory stays, and so do the units of a package
 * (`packageName`).
 */
export async function uninstall(
  deps: ServiceDeps = systemServiceDeps(),
): Promise<{ removed: string[]; packageName?: string }> {
  await requireSystemd(deps, 'uninstall')
  const units = [timerName, serviceName, ...Object.keys(oftenUnits('')), watchName].map((name) =>
    join(deps.unitDir, name),
  )
  const present: string[] = []
  for (const unit of units) if (await isThere(unit)) present.push(unit)
  const isPackaged = await isThere(join(deps.packagedUnitDir, serviceName))
  if (present.length === 0 && !isPackaged) return { removed: [] }
  await deps.systemctl(['disable', '--now', timerName])
  await deps.systemctl(['stop', serviceName])
  if (isPackaged || present.includes(join(deps.unitDir, watchName))) await disableWatch(deps)
  for (const unit of present) await removeFile(unit)
  await deps.systemctl(['daemon-reload'])
  return { removed: present, ...(isPackaged ? { packageName: 'rollcall-agent' } : {}) }
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

async function systemctl(args: readonly string[], timeoutMs = 60_000): Promise<void> {
  const program = findSystemProgram('systemctl')
  if (program === undefined) throw new OperatorError('systemctl is not installed: does this machine run systemd?')
  const { code, stderr } = await runProcess(program, args, { timeoutMs, env: systemEnvironment() })
  if (code !== 0) throw new OperatorError(`systemctl ${args.join(' ')} failed: ${stderr.trim().split('\n')[0] ?? ''}`)
}

async function journal(unit: string): Promise<string> {
  const program = findSystemProgram('journalctl')
  if (program === undefined) return ''
  const args = ['--unit', unit, '--lines', '8', '--output', 'cat', '--no-pager']
  return (await runProcess(program, args, { timeoutMs: 10_000, env: systemEnvironment() })).stdout.trim()
}
