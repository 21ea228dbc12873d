import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { prepareStateDir } from '../config.ts'
import { loadLibraries } from '../platform/windows/libraries.ts'
import { defaultStateDir } from '../state-dir.ts'
import type { InstallOptions } from './systemd.ts'
import { oftenTaskText, runTaskText, watchTaskText } from './windows-task-text.ts'

const runTask = '\\Rollcall\\Agent'
const oftenTask = '\\Rollcall\\Often'
const watchTask = '\\Rollcall\\Watch'

/** By the answer of Windows: a user may set the variable SystemRoot of an administrator's session. */
const systemFolder = async (): Promise<string> => loadLibraries(await import('koffi')).systemFolder

/** `schtasks /Query` tells only in the user's language that there is no such task, but each has a file. */
const hasTaskFile = async (name: string): Promise<boolean> => existsSync(join(await systemFolder(), 'Tasks', name))

/** Is there while the watch is wanted: an upgrade removes the tasks and installs them again. */
const watchMarker = (stateDir: string): string => join(stateDir, 'watch')

export type TaskDeps = {
  /** Runs `schtasks.exe` of the system with these arguments; resolves to its exit code and its first line. */
  schtasks(args: readonly string[]): Promise<{ code: number | null; complaint: string }>
  isRegistered(name: string): boolean | Promise<boolean>
}

const systemTasks: TaskDeps = { schtasks: runSchtasks, isRegistered: hasTaskFile }

/**
 * Registers a task that runs the agent hourly, starts its first run, and switches the watch on or off. Installing again
 * replaces the tasks.
 */
export async function install(
  { command, watchCommand, watch, stateDir = defaultStateDir }: InstallOptions,
  deps: TaskDeps = systemTasks,
): Promise<{ units: string[] }> {
  // Only administrators can change the definitions there before they are read.
  await prepareStateDir(stateDir)
  if (watch) await writeFileWhole(watchMarker(stateDir), '')
  if (watch === false) await removeFile(watchMarker(stateDir))
  await register(runTask, runTaskText(command), stateDir, deps)
  await start(runTask, deps)
  if (!existsSync(watchMarker(stateDir))) {
    await remove(watchTask, deps)
    return { units: [runTask] }
  }
  await register(watchTask, watchTaskText(watchCommand), stateDir, deps)
  await start(watchTask, deps)
  return { units: [runTask, watchTask] }
}

/** Registers or removes the task that runs the agent every five minutes. Does nothing if that is as it should be. */
export async function setOftenTask(
  isWanted: boolean,
  command: readonly string[],
  stateDir: string,
  deps: TaskDeps = systemTasks,
): Promise<void> {
  if (isWanted === (await deps.isRegistered(oftenTask))) return
  if (isWanted) await register(oftenTask, oftenTaskText(command), stateDir, deps)
  // A run of this very task may be going on: it is not ended.
  else await succeed(deps.schtasks, ['/Delete', '/TN', oftenTask, '/F'])
}

/** Ends what is going on and removes the tasks. */
export async function uninstall(deps: TaskDeps = systemTasks): Promise<{ removed: string[] }> {
  const removed: string[] = []
  for (const name of [runTask, oftenTask, watchTask]) if (await remove(name, deps)) removed.push(name)
  return { removed }
}

async function register(name: string, text: string, stateDir: string, { schtasks }: TaskDeps): Promise<void> {
  const file = join(stateDir, 'task.xml')
  try {
    // The Task Scheduler reads UTF-16 with a byte order mark.
    await writeFileWhole(file, Buffer.from(`\ufeff${text}`, 'utf16le'))
    await succeed(schtasks, ['/Create', '/TN', name, '/XML', file, '/F'])
  } finally {
    await removeFile(file)
  }
}

const start = (name: string, { schtasks }: TaskDeps): Promise<void> => succeed(schtasks, ['/Run', '/TN', name])

/** Returns false if there is no such task. */
async function remove(name: string, { schtasks, isRegistered }: TaskDeps): Promise<boolean> {
  if (!(await isRegistered(name))) return false
  // Fails if nothing is going on.
  await schtasks(['/End', '/TN', name])
  await succeed(schtasks, ['/Delete', '/TN', name, '/F'])
  return true
}

async function succeed(schtasks: TaskDeps['schtasks'], args: readonly string[]): Promise<void> {
  const { code, complaint } = await schtasks(args)
  if (code === 0) return
  throw new OperatorError(
    `schtasks ${args.slice(0, 3).join(' ')} failed: ${complaint}. Only an administrator may change the tasks of the system`,
  )
}

async function runSchtasks(args: readonly string[]) {
  const program = join(await systemFolder(), 'schtasks.exe')
  const { code, stdout, stderr } = await runProcess(program, args, { timeoutMs: 60_000 })
  return { code, complaint: (stderr.trim() || stdout.trim()).split(/\r?\n/)[0] ?? '' }
}

/** Every Windows has the Task Scheduler, and it refuses a user who is no administrator. */
export const assertCanInstall = async (): Promise<void> => undefined
