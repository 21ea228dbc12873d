import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findTool, toolsDirOf } from '@rollcall/shared/node/tools.ts'
import { runTool } from './run-tool.ts'

/** Signs RPM packages with a key of GnuPG. */
export async function signRpms(files: readonly string[], key: string, projectDir: string): Promise<void> {
  if (files.length === 0) return
  // Some systems call it gpg2, and rpm looks for it only there.
  const gpg = findTool('gpg', toolsDirOf(projectDir)) ?? 'gpg'
  const defines = ['--define', `_gpg_name ${key}`, '--define', `__gpg ${gpg}`]
  await runTool('rpmsign', [...defines, '--addsign', ...files])
}

/** Writes SHA256SUMS of files into the folder, with a signature if there is a key of GnuPG. */
export async function writeChecksums(files: readonly string[], outDir: string, key: string | undefined): Promise<void> {
  const lines = files.toSorted().map(async (file) => `${sha256(await readFile(file))}  ${basename(file)}\n`)
  const sums = join(outDir, 'SHA256SUMS')
  await writeFile(sums, (await Promise.all(lines)).join(''))
  await rm(`${sums}.asc`, { force: true })
  if (key !== undefined) await runTool('gpg', ['--batch', '--armor', '--local-user', key, '--detach-sign', sums])
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
