import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { movePath, removeFolder } from '@rollcall/shared/node/durable-files.ts'
import { buildProblem } from './build-problem.ts'
import { withProgress } from './progress.mjs'
import { filesBelow, fingerprintOf, readStamp, writeStamp } from './stamp.ts'

/** Folders that make up the program. */
const folders = [
  ...['shared', 'collector', 'audit-service', 'agent', 'cli'].map((name) => join(name, 'src')),
  join('collector', 'web', 'dist'),
  join('scripts', 'release'),
]

/**
 * Bundles the command line with everything it runs into `.tools/lib`, unless the bundle is of these very sources.
 * Returns the script to run. Resolving a thousand modules takes half of a start from the sources, which is what is left
 * where the bundle cannot be made: `npm ci --omit=dev` brings no bundler.
 */
export async function buildProgram(projectDir: string): Promise<string> {
  const outDir = join(projectDir, '.tools', 'lib')
  const launcher = join(outDir, 'rollcall.cjs')
  const inputs = folders.flatMap((folder) => filesBelow(join(projectDir, folder)))
  const fingerprint = fingerprintOf([...inputs, join(projectDir, 'package-lock.json')], projectDir)
  if (readStamp(outDir) === fingerprint) return launcher
  const building = `${outDir}.new`
  try {
    await withProgress('Bundling the program', async () => {
      const { bundle } = await import('../release/bundle.ts')
      const target = `${process.platform}-${process.arch}`
      await bundle({ projectDir, entry: 'cli/src/main.ts', target, outDir: building })
    })
    writeStamp(building, fingerprint)
    await replaceFolder(outDir, building)
    return launcher
  } catch (error) {
    console.error(`The program cannot be bundled, and runs from its sources: ${buildProblem(error)}`)
    return join(projectDir, 'cli', 'bin', 'rollcall.js')
  }
}

/** Replaces a folder as a whole: a program that runs from it starts its parts and threads from its files. */
export async function replaceFolder(folder: string, by: string): Promise<void> {
  const former = `${folder}.old`
  await removeFolder(former)
  if (existsSync(folder)) await movePath(folder, former)
  await movePath(by, folder)
  await removeFolder(former)
}
