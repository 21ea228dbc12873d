import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { explain, packagesAreThere } from './packages.mjs'

let folder: string
const zod = { version: '4.6.7', integrity: 'sha512-a' }
const lock = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages: { '': {}, ...packages } })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-packages-'))
  await mkdir(join(folder, 'node_modules'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function wantedAndInstalled(wanted: object, installed?: object): Promise<void> {
  await writeFile(join(folder, 'package-lock.json'), lock(wanted))
  if (installed) await writeFile(join(folder, 'node_modules', '.package-lock.json'), lock(installed))
}

test('an install by hand that fits the lock is taken', async () => {
  const other = { version: '1.0.0', optional: true }
  await wantedAndInstalled({ 'node_modules/zod': zod, 'node_modules/for-windows': other }, { 'node_modules/zod': zod })
  expect(packagesAreThere(folder, 'test')).toBe(true)
})

test('another version, a missing package and an install that was cut off are not', async () => {
  await wantedAndInstalled({ 'node_modules/zod': zod })
  expect(packagesAreThere(folder, 'test')).toBe(false)
  await wantedAndInstalled({ 'node_modules/zod': zod }, { 'node_modules/zod': { ...zod, version: '4.6.6' } })
  expect(packagesAreThere(folder, 'test')).toBe(false)
  await wantedAndInstalled({ 'node_modules/zod': zod }, {})
  expect(packagesAreThere(folder, 'test')).toBe(false)
})

test('to run, the packages for tests may be missing', async () => {
  const wanted = { 'node_modules/zod': zod, 'node_modules/vitest': { version: '5.1.1', dev: true } }
  await wantedAndInstalled(wanted, { 'node_modules/zod': zod })
  expect([packagesAreThere(folder, 'run'), packagesAreThere(folder, 'test')]).toEqual([true, false])
  await wantedAndInstalled(wanted, {})
  expect(packagesAreThere(folder, 'run')).toBe(false)
})

test('our own mark holds for the lock it was made for', async () => {
  await wantedAndInstalled({ 'node_modules/zod': zod }, {})
  const hash = createHash('sha256')
    .update(lock({ 'node_modules/zod': zod }))
    .digest('hex')
  await writeFile(join(folder, 'node_modules', '.rollcall-lock-sha256'), hash)
  expect(packagesAreThere(folder, 'test')).toBe(true)
  await wantedAndInstalled({ 'node_modules/zod': { ...zod, version: '4.7.0' } })
  expect(packagesAreThere(folder, 'test')).toBe(false)
})

test.each([
  ['npm error code ENOTFOUND\nnpm error network request to https://x failed', 'the package registry cannot be reached'],
  ['npm error code EACCES\nnpm error syscall mkdir', 'cannot be written by this user'],
  ['npm error code EUSAGE\nnpm error\nnpm error `npm ci` can only', 'do not fit together'],
  ['npm error code E401\nnpm error Incorrect or missing password.', 'Incorrect or missing password.'],
  ['', 'npm ended without a message'],
])('%j is explained in one line', (stderr, line) => {
  expect(explain(stderr)).toContain(line)
  expect(explain(stderr)).not.toContain('\n')
})
