import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunResult, runProcess } from '@rollcall/shared/node/run-process.ts'
import { debianRoot, must, type Release } from './debian-root.ts'
import { startProcess } from './processes.ts'
import { tmpFolder } from './tmp.ts'
import { waitFor } from './wait.ts'

/** A Debian system with its own init, process ids, network and root file system. */
export type BootedSystem = AsyncDisposable & {
  /** Runs a command of sh to its end. It does not fail by itself: see `code`. */
  run: (command: string, options?: { timeoutMs?: number }) => Promise<RunResult>
  /** Path of the system's root folder on this machine. */
  root: string
}

const packages = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates', 'curl', 'iproute2', 'procps', 'sudo']
const bootTimeoutMs = 120_000

/**
 * Boots a fresh Debian system (systemd-nspawn). It has no way out but `lo`, unless `network` names a network namespace
 * to run in; `more` are further packages. Changes are gone at its end.
 */
export async function bootSystem(
  release: Release,
  { network, more = [] }: { network?: string; more?: readonly string[] } = {},
): Promise<BootedSystem> {
  const base = await debianRoot(release, packages, more)
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
    // As every installer does. Without its own name, each sudo waits ten seconds for a name server.
    await run('echo "127.0.0.1 localhost\n127.0.1.1 $(hostname)" >/etc/hosts')
    return { run, root, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns the process that is the init of a system; systemd-nspawn has other children while it sets that up. */
const initOf = (pid: number): number | undefined =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .find((child) => readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'systemd')
