import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { tmpFolder } from '../../test/harness/tmp.ts'
import { parts } from './package-contents.ts'
import { billOfCheckout, writeSbom } from './sbom.ts'

const projectDir = join(import.meta.dirname, '..', '..')
const manifest = z.object({ version: z.string() })
const billSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ purl: z.string(), hashes: z.array(z.object({ content: z.string() })).default([]) })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

const [part] = parts
if (part === undefined) throw new Error('there is no part')
const checkout = await billOfCheckout(projectDir)
const common = { part, checkout, version: '1.2.3', programs: { node: '24.0.0' }, builtAt: 0 }
const license = { identifier: 'MIT', text: '' }

test('the bill lists the packages inside by the checksums of the lock file, and the programs', async () => {
  await using folder = await tmpFolder()
  const file = join(projectDir, 'node_modules', 'pino', 'package.json')
  const { version } = manifest.parse(JSON.parse(await readFile(file, 'utf8')))
  const packages = [{ name: 'pino', version, ...license }]
  const bill = billSchema.parse(
    JSON.parse(await readFile(await writeSbom({ ...common, packages, outDir: folder.path }), 'utf8')),
  )
  expect(bill.components.map(({ purl }) => purl)).toEqual([`pkg:npm/pino@${version}`, 'pkg:generic/node@24.0.0'])
  expect(bill.components[0]?.hashes).toHaveLength(1)
  // Packages that are not inside are no dependencies either.
  expect(bill.dependencies.find(({ ref }) => ref === `pino@${version}`)?.dependsOn).toEqual([])
})

test('a package that the lock file does not have is refused', async () => {
  await using folder = await tmpFolder()
  const packages = [{ name: 'absent', version: '1.0.0', ...license }]
  await expect(writeSbom({ ...common, packages, outDir: folder.path })).rejects.toThrow(
    'npm sbom does not list absent 1.0.0',
  )
})
