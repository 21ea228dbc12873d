import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

/** Writes SHA256SUMS of all files in a folder, also those of earlier runs, with a signature if there is a key of GnuPG. */
export async function writeChecksums(folder: string, key: string | undefined): Promise<void> {
  const sums = join(folder, 'SHA256SUMS')
  const present = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  const names = present.map(({ name }) => name).filter((name) => !name.startsWith(basename(sums)))
  const lines = names.toSorted().map(async (name) => `${sha256(await readFile(join(folder, name)))}  ${name}\n`)
  await writeFile(sums, (await Promise.all(lines)).join(''))
  await rm(`${sums}.asc`, { force: true })
  if (key !== undefined) await runTool('gpg', ['--batch', '--armor', '--local-user', key, '--detach-sign', sums])
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
