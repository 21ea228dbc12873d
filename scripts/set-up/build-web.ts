import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { writeFileWholeSync } from '@rollcall/shared/node/durable-files.ts'
import { buildProblem } from './build-problem.ts'
import { withProgress } from './progress.mjs'
import { filesBelow, fingerprintOf, readStamp, writeStamp } from './stamp.ts'

/** Files that are already compressed, or too small to gain from it. */
const uncompressed = /\.(woff2|png|br|gz)$/
const compressedBytesMin = 512
/** Others may run what was built here. */
const mode = 0o644

/**
 * Builds the web interface into collector/web/dist unless the build is of these very sources. What goes wrong is said
 * on standard error: everything but the interface works without it, and the collector says there how to build it.
 */
export async function buildWeb(projectDir: string): Promise<void> {
  const webDir = join(projectDir, 'collector', 'web')
  const outDir = join(webDir, 'dist')
  const fingerprint = fingerprintOf(inputsOf(projectDir, webDir), projectDir)
  if (readStamp(outDir) === fingerprint) return
  try {
    await withProgress('Building the web interface', () => runVite(webDir))
    compress(outDir)
    writeStamp(outDir, fingerprint)
  } catch (error) {
    console.error(`The web interface cannot be built: ${stripVTControlCharacters(buildProblem(error))}`)
  }
}

async function runVite(webDir: string): Promise<void> {
  // Only here: to run, the packages of `npm ci --omit=dev` are enough.
  const { build } = await import('vite')
  // Vite builds for development if this says so, as it does where Vitest has chosen the files to run.
  const { NODE_ENV } = process.env
  process.env['NODE_ENV'] = 'production'
  await build({ root: webDir, logLevel: 'warn' }).finally(() => {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = NODE_ENV
  })
}

/** Returns the build's inputs: its own files, the shared schemas, the packages. */
function inputsOf(projectDir: string, webDir: string): string[] {
  return [
    ...filesBelow(webDir).filter((file) => !/^(dist|node_modules)\//.test(relative(webDir, file))),
    ...['api', 'inventory'].flatMap((name) => filesBelow(join(projectDir, 'shared', 'src', name))),
    join(projectDir, 'package-lock.json'),
  ]
}

/** Beside each file its brotli and gzip forms, as small as they get: it is done once, and sent often. */
function compress(dir: string): void {
  for (const file of filesBelow(dir)) {
    const content = readFileSync(file)
    if (uncompressed.test(file) || content.length < compressedBytesMin) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileWholeSync(`${file}.br`, brotliCompressSync(content, { params }), { mode })
    writeFileWholeSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }), { mode })
  }
}
