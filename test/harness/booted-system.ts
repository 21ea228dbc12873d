import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunResult, runProcess } from '@rollcall/shared/node/run-process.ts'
import { readAptSources, releaseMirror } from '../../scripts/set-up/apt-sources.ts'
import { startProcess } from './processes.ts'
import { tmpFolder } from './tmp.ts'
import { waitFor } from './wait.ts'

/** A release of Debian that a system is installed with. */
export type Release = 'bookworm' | 'trixie'

/** A Debian system with its own init, process ids, network and root file system. */
export type BootedSystem = AsyncDisposable & {
  /** Runs a command of sh to its end. It does not fail by itself: see `code`. */
  run: (command: string, options?: { timeoutMs?: number }) => Promise<RunResult>
  /** Path of the system's root folder on this machine. */
  root: string
}

const rootsDir = join(import.meta.dirname, '..', '..', '.tools', 'roots')
const packages = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates', 'curl', 'iproute2', 'procps', 'sudo']
const bootTimeoutMs = 120_000

/**
 * Boots a fresh Debian system (systemd-nspawn). It has no way out but `lo`, unless `network` names a network namespace
 * to run in. Changes are gone at its end.
 */
export async function bootSystem(release: Release, { network }: { network?: string } = {}): Promise<BootedSystem> {
  const base = await baseRoot(release)
  const folder = await tmpFolder('rollcall-system-')
  const [upper, work, root] = ['upper', 'work', 'root'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [upper, work, root]) await mkdir(path, { recursive: true })
  await must('mount', ['-t', 'overlay', 'overlay', '-o', `lowerdir=${base},upperdir=${upper},workdir=${work}`, root])
  const networkArgs = network === undefined ? ['--private-network'] : [`--network-namespace-path=/run/netns/${network}`]
  const nspawn = await startProcess({
    program: 'systemd-nspawn',
    args: [
      ...['--quiet', '--register=no', '--keep-unit', '--boot', '--directory', root, '--console=pipe'],
      ...['--resolv-conf=off', '--timezone=off', '--link-journal=no', ...networkArgs],
    ],
  })
  const stop = async () => {
    await nspawn.stop('SIGTERM', 30_000).catch(() => undefined)
    await must('umount', [root])
    await folder.remove()
  }
  try {
    const init = await waitFor(() => initOf(nspawn.pid), { timeoutMs: bootTimeoutMs, what: 'the init of the system' })
    const run: BootedSystem['run'] = (command, { timeoutMs = 120_000 } = {}) =>
      runProcess(
        'nsenter',
        ['--target', `${init}`, '--mount', '--uts', '--ipc', '--net', '--pid', '--root', '--wd', 'sh', '-c', command],
        {
          timeoutMs,
          env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' },
        },
      )
    await waitFor(async () => /running|degraded/.test((await run('systemctl is-system-running')).stdout), {
      timeoutMs: bootTimeoutMs,
      what: 'the end of the boot',
    })
    return { run, root, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns a root folder with a minimal Debian, made once by debootstrap from this machine's own package source. */
async function baseRoot(release: Release): Promise<string> {
  const root = join(rootsDir, [release, ...packages].join('+'))
  if (existsSync(root)) return root
  await mkdir(rootsDir, { recursive: true })
  const partial = `${root}.partial`
  await rm(partial, { recursive: true, force: true })
  const args = ['--variant=minbase', `--include=${packages.join(',')}`, release, partial, packageSource()]
  await must('debootstrap', args, 15 * 60_000)
  await rename(partial, root)
  return root
}

function packageSource(): string {
  const mirror = releaseMirror(readAptSources(), 'main')
  if (mirror === undefined) throw new Error('this machine has no package source to install a Debian system from')
  return mirror
}

/** Returns the process that is the init of a system; systemd-nspawn has other children while it sets that up. */
const initOf = (pid: number): number | undefined =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .find((child) => readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'systemd')

async function must(program: string, args: readonly string[], timeoutMs = 60_000): Promise<void> {
  const { code, stdout, stderr } = await runProcess(program, [...args], { timeoutMs })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr || stdout}`)
}
