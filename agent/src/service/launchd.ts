import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { oftenPath } from '../config.ts'
import { defaultStateDir } from '../state-dir.ts'
import { launchdLabel, launchdText, watchJobText, watchLabel } from './launchd-text.ts'
import type { InstallOptions } from './systemd.ts'

export type LaunchdDeps = {
  /** Folder of the jobs that this Mac's administrator adds. */
  jobDir: string
  isRoot: boolean
  /** Runs `launchctl` with these arguments; resolves to its exit code and its first line. */
  launchctl(args: readonly string[]): Promise<{ code: number | null; complaint: string }>
}

const systemLaunchdDeps = (): LaunchdDeps => ({
  jobDir: '/Library/LaunchDaemons',
  isRoot: process.getuid?.() === 0,
  async launchctl(args) {
    const { code, stdout, stderr } = await runProcess('/bin/launchctl', args, { timeoutMs: 60_000 })
    return { code, complaint: (stderr.trim() || stdout.trim()).split('\n')[0] ?? '' }
  },
})

/** Throws an OperatorError if the user may not change the system's jobs. */
export async function assertCanInstall({ isRoot }: Pick<LaunchdDeps, 'isRoot'> = systemLaunchdDeps()): Promise<void> {
  if (!isRoot) throw new OperatorError('this command changes the jobs of the system: run it as root (sudo)')
}

/**
 * Loads a job that runs the agent every hour, starting now, and switches the watch on or off. Installing again replaces
 * the jobs.
 */
export async function install(
  { command, watchCommand, watch, stateDir = defaultStateDir }: Omit<InstallOptions, 'awaitsRun'>,
  deps: LaunchdDeps = systemLaunchdDeps(),
): Promise<{ units: string[] }> {
  await assertCanInstall(deps)
  const runFile = await load(launchdLabel, launchdText(command, oftenPath(stateDir)), deps)
  if (!(watch ?? existsSync(fileOf(watchLabel, deps)))) {
    await remove(watchLabel, deps)
    return { units: [runFile] }
  }
  return { units: [runFile, await load(watchLabel, watchJobText(watchCommand), deps)] }
}

/** Ends what is going on, unloads the jobs and removes their files. */
export async function uninstall(deps: LaunchdDeps = systemLaunchdDeps()): Promise<{ removed: string[] }> {
  await assertCanInstall(deps)
  const removed = [await remove(launchdLabel, deps), await remove(watchLabel, deps)]
  return { removed: removed.filter((file) => file !== undefined) }
}

const fileOf = (label: string, { jobDir }: Pick<LaunchdDeps, 'jobDir'>): string => join(jobDir, `${label}.plist`)

async function load(label: string, text: string, deps: LaunchdDeps): Promise<string> {
  const file = fileOf(label, deps)
  // launchd loads only files that nobody but root can change.
  await writeFileWhole(file, text, { mode: 0o644 })
  await unload(label, deps)
  const { code, complaint } = await deps.launchctl(['bootstrap', 'system', file])
  if (code !== 0) throw new OperatorError(`launchctl bootstrap system ${file} failed: ${complaint}`)
  return file
}

/** Returns the file of the job; undefined if there was none. */
async function remove(label: string, deps: LaunchdDeps): Promise<string | undefined> {
  const file = fileOf(label, deps)
  if (!existsSync(file)) return undefined
  await unload(label, deps)
  await removeFile(file)
  return file
}

/** Pause between two looks at a job that is ending, and their number. */
const pauseMs = 200
const checksMax = 150

/** Unloads the job, if it is loaded, and waits for it to end: until then launchd refuses to load it again. */
async function unload(label: string, { launchctl }: LaunchdDeps): Promise<void> {
  const job = `system/${label}`
  const isLoaded = async () => (await launchctl(['print', job])).code === 0
  if (!(await isLoaded())) return
  const { complaint } = await launchctl(['bootout', job])
  for (let check = 0; check < checksMax; check += 1) {
    if (!(await isLoaded())) return
    await pause(pauseMs)
  }
  throw new OperatorError(`launchctl bootout ${job} does not end the job: ${complaint}`)
}
