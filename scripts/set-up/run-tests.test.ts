import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-run-tests-'))
  await writeFile(
    join(folder, 'vitest.config.mjs'),
    'export default { test: { globals: true, passWithNoTests: false } }\n',
  )
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The last line and the exit code of a run over the files, in a process of its own. */
async function run(
  files: Record<string, string>,
  ...args: string[]
): Promise<{ last: string | undefined; code: number | null }> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const runTests = new URL('run-tests.ts', import.meta.url).href
  const script = `const { runTests } = await import(${JSON.stringify(runTests)}); process.exit(await runTests(process.argv.slice(1)))`
  const { stdout, code } = await runProcess(
    process.execPath,
    ['--input-type=module', '-e', script, '--', '--root', folder, ...args],
    { timeoutMs: 60_000 },
  )
  return { last: stdout.trimEnd().split('\n').at(-1), code }
}

test('tests that pass, fail and are skipped are summed over the files', async () => {
  const a = `test('a', () => {}); test.skip('b', () => {}); describe('c', () => { test('d', () => {}) })\n`
  expect(await run({ 'a.test.js': a })).toEqual({ last: '2 passed, 0 failed, 1 skipped', code: 0 })
  const b = `test('e', () => { throw new Error('no') })\n`
  expect(await run({ 'b.test.js': b })).toEqual({ last: '2 passed, 1 failed, 1 skipped', code: 1 })
})

test('arguments choose the files', async () => {
  const files = { 'a.test.js': `test('a', () => {})`, 'b.test.js': `test('b', () => { throw new Error('no') })` }
  expect(await run(files, 'a.test.js')).toEqual({ last: '1 passed, 0 failed', code: 0 })
})

test('a file that does not load counts as failed', async () => {
  const files = { 'a.test.js': `test('a', () => {})`, 'b.test.js': `import './missing.js'\ntest('b', () => {})` }
  expect(await run(files)).toEqual({ last: '1 passed, 1 failed', code: 1 })
})

test('a hook that throws and an error outside any test count as failed', async () => {
  const hook = `describe('x', () => { afterAll(() => { throw new Error('no') }); test('a', () => {}) })`
  const loose = `test('b', async () => { queueMicrotask(() => { throw new Error('no') }) })`
  expect(await run({ 'hook.test.js': hook })).toEqual({ last: '1 passed, 1 failed', code: 1 })
  expect((await run({ 'loose.test.js': loose }, 'loose')).code).toBe(1)
})

test('a run without a test fails', async () => {
  expect(await run({})).toEqual({ last: '0 passed, 1 failed', code: 1 })
  expect(await run({ 'a.test.js': `test.skip('a', () => {})` })).toMatchObject({ code: 1 })
})
