import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { z } from 'zod'

const timeoutMs = 120_000

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), dev: z.boolean().optional() })),
})
const bomSchema = z.looseObject({
  components: z.array(z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

/**
 * Writes `dist/sbom.cdx.json`, every package that the lock file installs in production (CycloneDX 1.5), and gives its
 * path. npm's own `--omit dev` also leaves out what one workspace needs to run and another for its tests.
 */
export async function writeSbom(projectDir: string): Promise<string> {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  // Settings of an npm that runs us, such as `omit`, are not for this one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$)/.test(name)))
  const args = ['--prefix', projectDir, 'sbom', ...options]
  const { code, stdout, stderr } = await runProcess('npm', args, { timeoutMs, env })
  if (code !== 0) throw new OperatorError(`npm sbom failed: ${stderr.trim()}`)
  const bom = bomSchema.parse(JSON.parse(stdout))
  const lock = lockSchema.parse(JSON.parse(await readFile(join(projectDir, 'package-lock.json'), 'utf8')))
  const refs = new Set(
    Object.entries(lock.packages).flatMap(([path, { version, dev }]) => {
      const name = path.split('node_modules/').at(-1)
      return dev || !path.includes('node_modules/') ? [] : [`${name}@${version}`]
    }),
  )
  const isOurs = (ref: string) => ref.startsWith('@rollcall/') || ref.startsWith('rollcall@')
  const runs = (ref: string) => refs.has(ref) || isOurs(ref)
  const production = {
    ...bom,
    components: bom.components.filter((each) => runs(each['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => runs(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(runs) })),
  }
  const folder = join(projectDir, 'dist')
  await makeFolder(folder, 0o755)
  const file = join(folder, 'sbom.cdx.json')
  await writeFileWhole(file, `${JSON.stringify(production, null, 2)}\n`, { mode: 0o644 })
  return file
}
