import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunResult, runProcess } from '@rollcall/shared/node/run-process.ts'
import { debianRoot, must } from './debian-root.ts'
import { tmpFolder } from './tmp.ts'

/** A machine on which Wine stands in for Windows 10 (64-bit). */
export type WineMachine = AsyncDisposable & {
  /** Runs a command of sh to its end; `wine` is there. It does not fail by itself: see `code`. */
  run: (command: string, options?: { timeoutMs?: number }) => Promise<RunResult>
  /** Folder of drive C on this machine. */
  driveC: string
}

/** Wine 10 of Debian 13; Wine 8 of Debian 12 starts no Node 24. It takes 1.3 GB and a minute, once. */
const packages = ['wine', 'wine64', 'ca-certificates']
const bootTimeoutMs = 180_000

/**
 * Starts a fresh Windows of Wine in a Debian root (systemd-nspawn). It shares the network of this process. Standard
 * output of a Windows program must be a file: Node fails on Wine's pipes. Changes are gone at its end.
 */
export async function startWine(): Promise<WineMachine> {
  const base = await debianRoot('trixie', packages)
  const folder = await tmpFolder('rollcall-wine-')
  const [upper, work, root] = ['upper', 'work', 'root'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [upper, work, root]) await mkdir(path, { recursive: true })
  await must('mount', ['-t', 'overlay', 'overlay', '-o', `lowerdir=${base},upperdir=${upper},workdir=${work}`, root])
  const stop = async () => {
    await must('umount', [root])
    await folder.remove()
  }
  const run: WineMachine['run'] = (command, { timeoutMs = 120_000 } = {}) =>
    runProcess(
      'systemd-nspawn',
      [
        ...['--quiet', '--register=no', '--keep-unit', '--as-pid2', '--directory', root, '--console=pipe'],
        ...['--resolv-conf=off', '--timezone=off', '--link-journal=no'],
        ...[
          '--setenv=WINEPREFIX=/root/windows',
          '--setenv=WINEDEBUG=-all',
          '--setenv=HOME=/root',
          '--setenv=LANG=C.UTF-8',
        ],
        // Node fails on a pipe of Wine as its standard input. The server of Wine would stay for a while.
        ...['sh', '-c', `exec < /dev/null\n(${command})\nstatus=$?\nwineserver -k\nexit $status`],
      ],
      { timeoutMs },
    )
  try {
    const { code, stderr } = await run('wineboot --init && wineserver --wait', { timeoutMs: bootTimeoutMs })
    if (code !== 0) throw new Error(`Wine does not start: ${stderr}`)
    return { run, driveC: join(root, 'root', 'windows', 'drive_c'), [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}
