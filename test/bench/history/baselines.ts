import { execFile } from 'node:child_process'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { tmpFolder } from '../../harness/tmp.ts'

const run = promisify(execFile)
const compress = promisify(zstdCompress)

/** Size of stored documents in relation to the first alone. */
export type Baseline = { name: string; bytes: number; ratio: number }

/** Each document for itself by `zstd -19`. */
export async function zstdBaseline(documents: readonly Buffer[]): Promise<Baseline> {
  const params = { [constants.ZSTD_c_compressionLevel]: 19 }
  const sizes: number[] = []
  for (const document of documents) sizes.push((await compress(document, { params })).length)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return { name: 'each document by `zstd -19`', bytes, ratio: bytes / (sizes[0] ?? Number.NaN) }
}

/** One commit a document, in a repository that is packed with all that `git gc --aggressive` does. */
export async function gitBaseline(documents: readonly Buffer[]): Promise<Baseline> {
  const first = await packedBytes(documents.slice(0, 1))
  const bytes = await packedBytes(documents)
  return { name: '`git gc --aggressive`', bytes, ratio: bytes / first }
}

async function packedBytes(documents: readonly Buffer[]): Promise<number> {
  await using folder = await tmpFolder()
  const git = (...args: string[]) =>
    run('git', ['-C', folder.path, '-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...args])
  await git('init', '--quiet')
  for (const [day, document] of documents.entries()) {
    await writeFile(join(folder.path, 'machine.json'), document)
    await git('add', 'machine.json')
    await git('commit', '--quiet', '-m', `day ${day}`)
  }
  await git('gc', '--quiet', '--aggressive')
  const packs = join(folder.path, '.git/objects/pack')
  const sizes = await Promise.all((await readdir(packs)).map(async (name) => (await stat(join(packs, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
