import { join } from 'node:path'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { z } from 'zod'
import type { BundledPackage } from './bundled-packages.ts'
import type { Part } from './package-contents.ts'
import { runTool } from './run-tool.ts'

const componentSchema = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() })
type Component = z.infer<typeof componentSchema>

/** A bill of materials in CycloneDX 1.5, as `npm sbom` prints it. */
const bomSchema = z.looseObject({
  serialNumber: z.string(),
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
type Bom = z.infer<typeof bomSchema>

/** Lists every package of the lock file. `npm sbom` cannot tell what reaches a bundle. */
export async function billOfCheckout(projectDir: string): Promise<Bom> {
  const args = ['--prefix', projectDir, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  // Settings of an npm that runs us, such as `omit`, are not for this one.
  const settings = Object.keys(process.env).filter((name) => /^(npm_|NODE_ENV$)/.test(name))
  const env = Object.fromEntries(settings.map((name) => [name, undefined]))
  return bomSchema.parse(JSON.parse(await runTool('npm', args, env)))
}

export type SbomOptions = {
  part: Part
  checkout: Bom
  /** Packages of npm inside. */
  packages: readonly BundledPackage[]
  /** Versions of the programs that come along. */
  programs: Readonly<Record<string, string>>
  version: string
  /** Seconds since 1970. */
  builtAt: number
  outDir: string
}

/** Writes the software bill of materials of a part (CycloneDX) and returns its path. */
export async function writeSbom(options: SbomOptions): Promise<string> {
  const { part, checkout, version, builtAt, outDir } = options
  const name = `rollcall-${part.name}`
  // Without the number, which npm draws at random, the same sources give the same bytes.
  const { serialNumber: _, ...bill } = checkout
  const listed = new Map(checkout.components.map((each) => [each['bom-ref'], each]))
  const packages = options.packages.map((each) => {
    const component = listed.get(`${each.name}@${each.version}`)
    if (component === undefined) throw new Error(`npm sbom does not list ${each.name} ${each.version}`)
    return component
  })
  const programs = Object.entries(options.programs).map(([program, programVersion]): Component => {
    const purl = `pkg:generic/${program}@${programVersion}`
    return { 'bom-ref': purl, type: 'application', name: program, version: programVersion, scope: 'required', purl }
  })
  const component = {
    ...checkout.metadata.component,
    'bom-ref': `${name}@${version}`,
    type: 'application',
    name,
    version,
    description: part.summary,
    purl: `pkg:generic/${name}@${version}`,
  }
  const components = [...packages, ...programs]
  const inside = new Set(components.map((each) => each['bom-ref']))
  const dependencies = [
    { ref: component['bom-ref'], dependsOn: [...inside] },
    ...checkout.dependencies
      .filter(({ ref }) => inside.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => inside.has(each)) })),
  ]
  const metadata = { ...checkout.metadata, timestamp: new Date(builtAt * 1000).toISOString(), component }
  const file = join(outDir, `${name}-${version}.cdx.json`)
  const text = JSON.stringify({ ...bill, metadata, components, dependencies }, null, 2)
  await writeFileWhole(file, `${text}\n`, { mode: 0o644 })
  return file
}
