import { readFileSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Versions from Debian 12 to the one before the first that starts Rollcall. */
const tooOld = ['18.19.0', '19.9.0']

test('README and package.json name the same Node', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  expect(engines.node).toBe('>=20')
  expect(read('README.md')).toContain('Node.js 20 or newer')
})

/** A checkout without packages. */
let checkout: TmpFolder

beforeAll(async () => {
  checkout = await tmpFolder()
  for (const path of ['cli/bin', 'scripts']) await cp(join(root, path), join(checkout.path, path), { recursive: true })
  await writeFile(join(checkout.path, 'package.json'), '{"type":"module"}')
})
afterAll(() => checkout?.remove())

/** Runs a script of the checkout on a Node that says it is of this version. */
async function runOn(version: string, script: string) {
  const preload = join(checkout.path, `${version}.cjs`)
  const versions = `{ ...process.versions, node: '${version}' }`
  await writeFile(preload, `Object.defineProperty(process, 'versions', { value: ${versions} })`)
  const args = ['--require', preload, join(checkout.path, script)]
  return runProcess(process.execPath, args, { timeoutMs: 30_000 })
}

test.each(
  tooOld.flatMap((version) =>
    ['scripts/start.mjs', 'scripts/test.mjs', 'cli/bin/rollcall.js'].map((script) => [version, script] as const),
  ),
)('Node %s: %s says in one line what to install, and ends with 1', async (version, script) => {
  const { code, stdout, stderr } = await runOn(version, script)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(new RegExp(`^Rollcall needs Node 20 or newer, and this is ${version}: install .+\\n$`))
})

test.each(['20.0.0', '24.0.0'])('Node %s: ./rollcall without packages says how to install them', async (version) => {
  const { code, stderr } = await runOn(version, 'cli/bin/rollcall.js')
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The packages of Rollcall are not installed: run .+\n$/)])
})
