import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { build } from 'esbuild'
import { runTool } from '../release/run-tool.ts'

/** Modules that no other declaration refers to. */
const inner = ['attempts', 'server-sent-events', 'tokens', 'waits']

/**
 * Builds the client in a folder of its own and packs it: two releases at once do not meet. Returns the path of the
 * archive.
 */
export async function packClient(projectDir: string, outDir: string): Promise<string> {
  const clientDir = join(projectDir, 'client')
  const work = await mkdtemp(join(tmpdir(), 'rollcall-client-'))
  const distDir = join(work, 'dist')
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
    await runTool(join(projectDir, 'node_modules', '.bin', 'tsc'), ['-p', clientDir, '--outDir', distDir])
    for (const name of inner) await rm(join(distDir, `${name}.d.ts`))
    // Indentation is a tenth of the package.
    const types = join(distDir, 'api.d.ts')
    await writeFileWhole(types, (await readFile(types, 'utf8')).replace(/^ +/gm, ''), { mode: 0o644 })
    const args = ['pack', work, '--pack-destination', outDir, '--json']
    const [packed] = JSON.parse(await runTool('npm', args, { npm_config_loglevel: 'error' })) as { filename: string }[]
    if (packed === undefined) throw new Error('npm pack has packed nothing')
    return join(outDir, packed.filename)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
