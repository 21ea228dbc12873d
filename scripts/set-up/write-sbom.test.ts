import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { writeSbom } from './write-sbom.ts'

const projectDir = fileURLToPath(new URL('../..', import.meta.url))
const bomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ purl: z.string(), hashes: z.array(z.object({ content: z.string() })).optional() })),
})
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), dev: z.boolean().optional(), link: z.boolean().optional() }),
  ),
})

test('names each package that runs in production by the version of the lock file, and no development package', async () => {
  const bom = bomSchema.parse(JSON.parse(await readFile(await writeSbom(projectDir), 'utf8')))
  const lock = lockSchema.parse(JSON.parse(await readFile(join(projectDir, 'package-lock.json'), 'utf8')))
  const purls = new Set(bom.components.map(({ purl }) => decodeURIComponent(purl)))
  const locked = Object.entries(lock.packages).flatMap(([path, { version, dev, link }]) => {
    const name = path.split('node_modules/').at(-1)
    return path.includes('node_modules/') && !link ? [{ purl: `pkg:npm/${name}@${version}`, dev: dev === true }] : []
  })
  const production = new Set(locked.filter(({ dev }) => !dev).map(({ purl }) => purl))
  expect([...production].filter((purl) => !purls.has(purl))).toEqual([])
  expect(locked.filter(({ dev, purl }) => dev && purls.has(purl) && !production.has(purl))).toEqual([])
  expect(bom.components.filter(({ purl, hashes }) => !purl.includes('rollcall') && !hashes?.length)).toEqual([])
})
