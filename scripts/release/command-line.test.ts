import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parts } from './package-contents.ts'
import { commandLineOf } from './stage.ts'
import { commandLine as commandLineOfWindows } from './stage-windows.ts'
import { untrustedVariables } from './untrusted-variables.ts'

const projectDir = fileURLToPath(new URL('../..', import.meta.url))
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-line-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Installs a part whose Node prints its environment instead. Returns the path of its command. */
async function install(part: (typeof parts)[number]): Promise<string> {
  await mkdir(join(folder, part.name, 'bin'), { recursive: true })
  await writeFile(join(folder, part.name, 'bin', 'node'), '#!/bin/sh\necho "$0" "$@"\n/usr/bin/env\n', { mode: 0o755 })
  const path = join(folder, part.name, 'rollcall')
  await writeFile(path, await commandLineOf(part, projectDir), { mode: 0o755 })
  return path
}

it.each(parts)('the command of $name gives Node no variable of the caller that loads code', async (part) => {
  const names = untrustedVariables(part.name)
  const wanted = { ROLLCALL_LOG_LEVEL: 'debug', HTTPS_PROXY: 'http://proxy.example:3128', PATH: process.env['PATH'] }
  // The loader of the shell itself would follow the others.
  const planted = names.filter((name) => !/^(LD|GCONV|GLIBC)_/.test(name)).map((name) => [name, '/tmp/planted'])
  const env = { ...Object.fromEntries(planted), ...wanted }
  const { stdout, stderr } = await runProcess(await install(part), ['status'], { timeoutMs: 10_000, env })
  expect(stderr).toBe('')
  expect(stdout).not.toContain('/tmp/planted')
  for (const [name, value] of Object.entries(wanted)) expect(stdout).toContain(`\n${name}=${value}\n`)
  expect(stdout).toMatch(/^\S+\/bin\/node .*\/lib\/rollcall\.cjs status\n/)
})

it('the command runs no program that is planted in PATH, also through a link', async () => {
  const [part] = parts
  if (!part) throw new Error('there are no parts')
  const planted = join(folder, 'planted')
  await mkdir(planted)
  for (const name of ['dirname', 'readlink', 'nproc', 'env']) {
    await writeFile(join(planted, name), `#!/bin/sh\ntouch '${folder}/was-run'\n`, { mode: 0o755 })
  }
  const link = join(folder, 'rollcall')
  await symlink(await install(part), link)
  const { stdout } = await runProcess(link, ['status'], { timeoutMs: 10_000, env: { PATH: planted } })
  expect(stdout).toContain(`${folder}/${part.name}/lib/rollcall.cjs status\n`)
  await expect(readFile(join(folder, 'was-run'))).rejects.toThrow(/ENOENT/)
})

it('removes every variable that this Node documents, except those that change its colors and times only', async () => {
  const { stdout } = await runProcess(process.execPath, ['--help'], { timeoutMs: 10_000 })
  const documented = stdout.split('Environment variables:\n')[1]?.match(/^[A-Z][A-Z0-9_]+/gm) ?? []
  expect(documented).toContain('NODE_PATH')
  const harmless = ['FORCE_COLOR', 'NO_COLOR', 'NODE_DISABLE_COLORS', 'TZ', 'UV_THREADPOOL_SIZE']
  const removed = new Set(untrustedVariables('agent'))
  expect(documented.filter((name) => !removed.has(name)).sort()).toEqual(harmless.sort())
})

it('the command of Windows clears the same variables', () => {
  for (const name of untrustedVariables('agent')) expect(commandLineOfWindows).toContain(`@set ${name}=\r\n`)
})
