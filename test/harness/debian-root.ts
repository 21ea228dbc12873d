import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '@rollcall/shared/node/folder-lock.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { readAptSources, releaseMirror } from '../../scripts/set-up/apt-sources.ts'

/** A release of Debian that a system is installed with. */
export type Release = 'bookworm' | 'trixie'

const rootsDir = join(import.meta.dirname, '..', '..', '.tools', 'roots')

/**
 * Returns a root folder with a minimal Debian and some packages, made once by debootstrap from this machine's own
 * package source. `more` are installed by apt, which resolves what debootstrap cannot. Tests change nothing in it.
 */
export async function debianRoot(
  release: Release,
  packages: readonly string[],
  more: readonly string[] = [],
): Promise<string> {
  const root = rootOf(release, packages, more)
  if (existsSync(root)) return root
  await mkdir(rootsDir, { recursive: true })
  // Several test files at once need the same root.
  const refusal = (holder: string) => `process ${holder} is still making a root`
  const lock = await lockFolder({ folder: rootsDir, name: 'roots', refusal, waitMs: 30 * 60_000 })
  try {
    return await makeRoot(release, packages, more)
  } finally {
    lock.release()
  }
}

const rootOf = (release: Release, packages: readonly string[], more: readonly string[]) =>
  join(rootsDir, [release, ...packages, ...more].join('+'))

async function makeRoot(release: Release, packages: readonly string[], more: readonly string[]): Promise<string> {
  const root = rootOf(release, packages, more)
  if (existsSync(root)) return root
  const partial = `${root}.partial`
  await rm(partial, { recursive: true, force: true })
  if (more.length > 0) {
    await must('cp', ['-a', await makeRoot(release, packages, []), partial], 5 * 60_000)
    await installByApt(partial, more)
  } else {
    const args = ['--variant=minbase', `--include=${packages.join(',')}`, release, partial, packageSource()]
    await must('debootstrap', args, 15 * 60_000)
  }
  await rename(partial, root)
  return root
}

async function installByApt(root: string, packages: readonly string[]): Promise<void> {
  const install = `apt-get update && apt-get install --yes --no-install-recommends ${packages.join(' ')} && apt-get clean`
  const args = [
    ...['--quiet', '--register=no', '--keep-unit', '--as-pid2', '--directory', root, '--console=pipe'],
    ...['--resolv-conf=copy-host', '--timezone=off', '--link-journal=no'],
    ...['--setenv=DEBIAN_FRONTEND=noninteractive', 'sh', '-c', install],
  ]
  await must('systemd-nspawn', args, 15 * 60_000)
}

function packageSource(): string {
  const mirror = releaseMirror(readAptSources(), 'main')
  if (mirror === undefined) throw new Error('this machine has no package source to install a Debian system from')
  return mirror
}

/** Runs a program that must succeed. */
export async function must(program: string, args: readonly string[], timeoutMs = 60_000): Promise<void> {
  const { code, stdout, stderr } = await runProcess(program, [...args], { timeoutMs })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr || stdout}`)
}
