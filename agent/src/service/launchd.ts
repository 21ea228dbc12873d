import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { oftenPath } from '../config.ts'
import { defaultStateDir } from '../state-dir.ts'
import { launchdLabel, launchdText } from './launchd-text.ts'
import type { InstallOptions } from './systemd.ts'

const job = `system/${launchdLabel}`

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

/** Loads a job that runs the agent every hour, starting now. Installing again replaces the job. */
export async function install(
  { command, watch, stateDir = defaultStateDir }: Pick<InstallOptions, 'command' | 'watch' | 'stateDir'>,
  deps: LaunchdDeps = systemLaunchdDeps(),
): Promise<{ units: string[] }> {
  await assertCanInstall(deps)
  if (watch) throw new OperatorError('--watch works on Linux and Windows only: leave it out on macOS')
  const file = join(deps.jobDir, `${launchdLabel}.plist`)
  // launchd loads only files that nobody but root can change.
  await writeFileWhole(file, launchdText(command, oftenPath(stateDir)), { mode: 0o644 })
  await unload(deps)
  const { code, complaint } = await deps.launchctl(['bootstrap', 'system', file])
  if (code !== 0) throw new OperatorError(`launchctl bootstrap system ${file} failed: ${complaint}`)
  return { units: [file] }
}

/** Ends a run that is going on, unloads the job and removes its file. */
export async function uninstall(deps: LaunchdDeps = systemLaunchdDeps()): Promise<{ removed: string[] }> {
  await assertCanInstall(deps)
  const file = join(deps.jobDir, `${launchdLabel}.plist`)
  if (!existsSync(file)) return { removed: [] }
  await unload(deps)
  await removeFile(file)
  return { removed: [file] }
}

/** Pause between two looks at a job that is ending, and their number. */
const pauseMs = 200
const checksMax = 150

/** Unloads the job, if it is loaded, and waits for it to end: until then launchd refuses to load it again. */
async function unload({ launchctl }: LaunchdDeps): Promise<void> {
  const isLoaded = async () => (await launchctl(['print', job])).code === 0
  if (!(await isLoaded())) return
  const { complaint } = await launchctl(['bootout', job])
  for (let check = 0; check < checksMax; check += 1) {
    if (!(await isLoaded())) return
    await pause(pauseMs)
  }
  throw new OperatorError(`launchctl bootout ${job} does not end the job: ${complaint}`)
}
