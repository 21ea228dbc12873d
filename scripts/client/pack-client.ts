import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { build } from 'esbuild'
import { runTool } from '../release/run-tool.ts'
import { joinDeclarations } from './join-declarations.ts'

/**
 * Builds the client in a folder of its own and packs it: two releases at once do not meet. Returns the path of the
 * archive.
 */
export async function packClient(projectDir: string, outDir: string): Promise<string> {
  const clientDir = join(projectDir, 'client')
  const work = await mkdtemp(join(tmpdir(), 'rollcall-client-'))
  const distDir = join(work, 'dist')
  const typesDir = join(work, 'types')
  try {
    for (const name of ['package.json', 'README.md']) await cp(join(clientDir, name), join(work, name))
    await build({
      entryPoints: [join(clientDir, 'src', 'index.ts')],
      outfile: join(distDir, 'index.js'),
      bundle: true,
      platform: 'neutral',
      target: 'es2022',
      format: 'esm',
      minify: true,
      lineLimit: 200,
      logLevel: 'warning',
    })
    await runTool(join(projectDir, 'node_modules', '.bin', 'tsc'), ['-p', clientDir, '--outDir', typesDir])
    await writeFileWhole(join(distDir, 'index.d.ts'), await joinDeclarations(typesDir), { mode: 0o644 })
    const args = ['pack', work, '--pack-destination', outDir, '--json']
    const [packed] = JSON.parse(await runTool('npm', args, { npm_config_loglevel: 'error' })) as { filename: string }[]
    if (packed === undefined) throw new Error('npm pack has packed nothing')
    const archive = join(outDir, packed.filename)
    await writeFileWhole(archive, recompress(await readFile(archive)), { mode: 0o644 })
    return archive
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Compresses in smaller blocks than npm: the program and the types get codes of their own. Saves 300 bytes. */
const recompress = (archive: Buffer): Buffer => gzipSync(gunzipSync(archive), { level: 9, memLevel: 6 })
