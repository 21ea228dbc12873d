import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { readAptSources, releaseMirror } from '../../scripts/set-up/apt-sources.ts'

/** A release of Debian that a system is installed with. */
export type Release = 'bookworm' | 'trixie'

const rootsDir = join(import.meta.dirname, '..', '..', '.tools', 'roots')

/**
 * Returns a root folder with a minimal Debian and some packages, made once by debootstrap from this machine's own
 * package source. Tests change nothing in it.
 */
export async function debianRoot(release: Release, packages: readonly string[]): Promise<string> {
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

/** Runs a program that must succeed. */
export async function must(program: string, args: readonly string[], timeoutMs = 60_000): Promise<void> {
  const { code, stdout, stderr } = await runProcess(program, [...args], { timeoutMs })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr || stdout}`)
}
