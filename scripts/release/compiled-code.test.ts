import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

type Loaded = { exports: { main(): unknown }; keepCode(): void }
const require = createRequire(import.meta.url)
const { loadCompiled } = require('./compiled-code.cjs') as {
  loadCompiled(path: string, folder: string, own: NodeJS.Require): Loaded
}

let folder: string
let program: string
let code: string
const install = (result: string) =>
  writeFile(program, `exports.main = () => ({ result: ${result}, name: require('node:path').basename(__filename) })`)
/** Runs the program once. */
function run(): unknown {
  const { exports, keepCode } = loadCompiled(program, join(folder, 'cache'), require)
  const result = exports.main()
  keepCode()
  return result
}
const runsIn = async () => (await readFile(code)).readUInt32LE(12)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compiled-code-'))
  program = join(folder, 'program.cjs')
  code = join(folder, 'cache', 'program.cjs.code')
  await install('1')
})
afterEach(() => rm(folder, { recursive: true }))

it('keeps the code of some runs, with the functions that they called', async () => {
  expect(run()).toEqual({ result: 1, name: 'program.cjs' })
  expect(await runsIn()).toBe(1)
  expect((await stat(code)).mode & 0o777).toBe(0o600)
  for (let i = 0; i < 10; i++) expect(run()).toEqual({ result: 1, name: 'program.cjs' })
  expect(await runsIn()).toBe(6)
  expect(await readdir(join(folder, 'cache'))).toEqual(['program.cjs.code'])
})

it('does not run the code of a program that was replaced by another one of the same length', async () => {
  run()
  await install('2')
  expect(run()).toEqual({ result: 2, name: 'program.cjs' })
  expect(await runsIn()).toBe(1)
})

it.each([
  ['is cut', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['is empty', () => Buffer.alloc(0)],
  ['has a changed byte', (bytes: Buffer) => Buffer.from(bytes.with(bytes.length - 9, ~(bytes.at(-9) ?? 0) & 0xff))],
])('compiles again if the file %s', async (_, damage) => {
  run()
  run()
  await writeFile(code, damage(await readFile(code)))
  expect(run()).toMatchObject({ result: 1 })
  expect(await runsIn()).toBe(1)
})

it('runs without a folder that it can write to', async () => {
  await writeFile(join(folder, 'cache'), '')
  expect(run()).toMatchObject({ result: 1 })
})
