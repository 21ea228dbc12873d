import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { toolsDirOf } from '@rollcall/shared/node/tools.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { withProgress } from '../set-up/progress.mjs'
import { writeDeb } from './deb.ts'
import { lifecycleOf } from './lifecycle.ts'
import { parts } from './parts.ts'
import { stage } from './stage.ts'

/**
 * Builds the packages of every part into `dist/`, with their checksums. `--part NAME` and `--arch NAME` (each may be
 * given several times) limit it; `--compression none` is for trials. The same sources give the same bytes.
 */
export async function release(args: readonly string[], projectDir: string): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      part: { type: 'string', multiple: true, default: parts.map(({ name }) => name) },
      arch: { type: 'string', multiple: true, default: ['x64'] },
      compression: { type: 'string', default: 'xz' },
      out: { type: 'string', default: join(projectDir, 'dist') },
    },
  })
  const outDir = values.out
  await mkdir(outDir, { recursive: true })
  const builtAt = await commitTime(projectDir)
  const files: string[] = []
  for (const arch of values.arch) {
    for (const part of parts.filter(({ name }) => values.part.includes(name))) {
      const files_ = await withProgress(`Packing rollcall-${part.name} for ${arch}`, async () => {
        const work = await mkdtemp(join(tmpdir(), 'rollcall-release-'))
        try {
          const root = join(work, 'root')
          const programs = {
            node: await strippedNode(projectDir, arch, work),
            ...Object.fromEntries(part.programs.map((name) => [name, join(toolsDirOf(projectDir), name)])),
          }
          await stage({ projectDir, part, target: `linux-${arch}`, programs, root })
          const lifecycle = await lifecycleOf(part, projectDir)
          return [
            await writeDeb({
              part,
              root,
              version: productVersion,
              arch,
              lifecycle,
              compression: values.compression,
              builtAt,
              outDir,
            }),
          ]
        } finally {
          await rm(work, { recursive: true, force: true })
        }
      })
      files.push(...files_)
    }
  }
  const sums = await Promise.all(
    files.map(
      async (file) =>
        `${createHash('sha256')
          .update(await readFile(file))
          .digest('hex')}  ${basename(file)}\n`,
    ),
  )
  await writeFile(join(outDir, 'SHA256SUMS'), sums.sort().join(''))
}

/** Returns the time of the commit that is built, in seconds since 1970. */
async function commitTime(projectDir: string): Promise<number> {
  const { code, stdout, stderr } = await runProcess('git', ['-C', projectDir, 'log', '-1', '--format=%ct'], {
    timeoutMs: 10_000,
  })
  if (code !== 0) throw new OperatorError(`a release is built from a git checkout: ${stderr.trim()}`)
  return Number(stdout.trim())
}

/** Copies the pinned Node of an architecture without its symbols, a sixth of its size. */
async function strippedNode(projectDir: string, arch: string, dir: string): Promise<string> {
  const source = join(projectDir, 'node_modules', `node-linux-${arch}`, 'bin', 'node')
  const file = join(dir, 'node')
  const { code, stderr } = await runProcess('eu-strip', ['-o', file, source], { timeoutMs: 60_000 })
  if (code !== 0) throw new OperatorError(`eu-strip failed: ${stderr.trim()}`)
  return file
}
