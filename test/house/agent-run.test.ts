import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const projectDir = join(import.meta.dirname, '..', '..')

/** A run has a few megabytes for its own code, beside some 45 of Node; the watch stays in memory. The whole of zod takes ten. */
it.each([
  ['agent-run', ['ipaddr.js', 'koffi', 'uuid', 'zod']],
  ['agent-watch', ['ipaddr.js', 'koffi', 'zod']],
])('bundles only small packages into %s', async (name, expected) => {
  const { metafile } = await build({
    entryPoints: [join(projectDir, 'cli', 'src', `${name}.ts`)],
    absWorkingDir: projectDir,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    outfile: `${name}.cjs`,
    logLevel: 'silent',
    external: ['@koromix/*'],
  })
  const files = Object.keys(metafile.inputs).filter((file) => file.includes('node_modules/'))
  const packages = new Set(files.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]))
  expect([...packages].sort()).toEqual(expected)
  expect(files.filter((file) => file.includes('/zod/v4/classic/'))).toEqual([])
})
