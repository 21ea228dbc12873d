import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  identifier: z.string(),
  text: z.string().default(''),
})

/** A package of npm inside a program: its name, version, SPDX license identifier, and the text of its license. */
export type BundledPackage = z.infer<typeof packageSchema>

/** Returns the packages that the files come from, and those of the built web interface if it is one of the files. */
export async function packagesOf(files: Iterable<string>, webDir: string): Promise<BundledPackage[]> {
  const folders = new Set<string>()
  const packages: BundledPackage[] = []
  for (const file of files) {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
    if (folder !== undefined) folders.add(folder)
    if (file === webDir) {
      const list = join(webDir, 'licenses.json')
      packages.push(...z.array(packageSchema).parse(JSON.parse(await readFile(list, 'utf8'))))
    }
  }
  packages.push(...(await Promise.all([...folders].map(packageIn))))
  const unique = new Map(packages.map((each) => [`${each.name}@${each.version}`, each]))
  return [...unique].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, each]) => each)
}

const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string().default('') })

async function packageIn(folder: string): Promise<BundledPackage> {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  const { license, ...manifest } = manifestSchema.parse(JSON.parse(text))
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name))
  return { ...manifest, identifier: license, text: file ? await readFile(join(folder, file), 'utf8') : '' }
}

/** Returns the licenses of the packages as one text. */
export function licensesText(packages: readonly BundledPackage[]): string {
  const parts = packages.map(
    ({ name, version, identifier, text }) => `${name} ${version}: ${identifier}\n\n${text.trim()}\n`,
  )
  return `The packages of npm in this program, and their licenses.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`
}
