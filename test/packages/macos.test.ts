import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parsePlist } from '@rollcall/agent/inventory/plist/plist.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeInstaller } from '../../scripts/release/macos.ts'
import { untrustedVariables } from '../../scripts/release/untrusted-variables.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'

const projectDir = join(import.meta.dirname, '..', '..')
const label = 'com.rollcall.agent'

let folder: TmpFolder
beforeAll(async () => {
  folder = await tmpFolder()
  await writeInstaller({ projectDir, folder: folder.path, arch: 'x64', version: '1.2.3' })
})
afterAll(() => folder.remove())

const read = (file: string) => readFile(join(folder.path, file), 'utf8')

test('has these files, which nobody but root can change', async () => {
  const entries = await readdir(folder.path, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const modes = paths.map(async (path) => {
    const { mode } = await stat(path)
    return [path.slice(folder.path.length + 1), (mode & 0o777).toString(8)] as const
  })
  expect(Object.fromEntries(await Promise.all(modes))).toEqual({
    'Distribution.xml': '644',
    'README.md': '644',
    'entitlements.plist': '644',
    [`root/Library/LaunchDaemons/${label}.plist`]: '644',
    'root/Library/Rollcall/Agent/rollcall': '755',
    'scripts/postinstall': '755',
    'scripts/preinstall': '755',
  })
})

test('no placeholder is left', async () => {
  const files = ['Distribution.xml', 'README.md', 'scripts/preinstall', 'scripts/postinstall']
  for (const file of [...files, 'root/Library/Rollcall/Agent/rollcall'])
    expect(await read(file)).not.toMatch(/@[A-Z]+@/)
})

test('the job of launchd runs the packaged program hourly, or more often for its site, with low priority', async () => {
  const job = parsePlist(Buffer.from(await read(`root/Library/LaunchDaemons/${label}.plist`)))
  expect(job).toMatchObject({ Label: label, StartInterval: 3600, RunAtLoad: true, LowPriorityIO: true, Nice: 10 })
  expect(job).toMatchObject({ KeepAlive: { PathState: { '/var/db/rollcall-agent/often': true } } })
  const { ProgramArguments: words } = job as { ProgramArguments: string[] }
  expect(words[0]).toBe('/Library/Rollcall/Agent/bin/node')
  expect(words).toContain('/Library/Rollcall/Agent/lib/rollcall.cjs')
  expect(words.slice(-5)).toEqual(['agent', 'run', '--if-due', '--state-dir', '/var/db/rollcall-agent'])
})

test('the command line gives Node no variable of the caller that loads code', async () => {
  expect(await read('root/Library/Rollcall/Agent/rollcall')).toContain(
    `unset ${untrustedVariables('agent').join(' ')}\n`,
  )
})

test('the entitlements let Node compile code', async () => {
  expect(parsePlist(Buffer.from(await read('entitlements.plist')))).toEqual({
    'com.apple.security.cs.allow-jit': true,
    'com.apple.security.cs.allow-unsigned-executable-memory': true,
  })
})

test('every package that the distribution names is in its list', async () => {
  const text = await read('Distribution.xml')
  expect(text).toContain('hostArchitectures="x86_64"')
  expect(text).toContain(`<pkg-ref id="${label}" version="1.2.3" onConclusion="none">agent.pkg</pkg-ref>`)
  const choice = /<line choice="(\w+)"/.exec(text)?.[1]
  expect(text).toContain(`<choice id="${choice}"`)
  const opened = [...text.matchAll(/<([a-z-]+)(?:\s[^>]*[^/])?>/g)].map(([, name]) => name)
  const closed = [...text.matchAll(/<\/([a-z-]+)>/g)].map(([, name]) => name)
  expect(opened.toSorted()).toEqual(closed.toSorted())
})

test('the documented commands name files and identifiers of the folder', async () => {
  const text = await read('README.md')
  expect(text).toContain(`pkgbuild --root root --scripts scripts --identifier ${label} --version 1.2.3 `)
  expect(text).toContain('productbuild --distribution Distribution.xml --package-path . ')
  expect(text).toContain('--entitlements entitlements.plist')
  expect(text).toContain('xcrun notarytool submit rollcall-agent-1.2.3-x86_64.pkg')
})

type Machine = { volume?: string; state?: string; loaded?: readonly string[]; hasWatch?: boolean }

/** Runs a script with a `launchctl` that writes down its arguments; resolves to these. */
async function runScript(
  name: string,
  { volume = '/', state, loaded = [], hasWatch }: Machine = {},
): Promise<string[]> {
  const root = join(folder.path, `run-${runs++}`)
  for (const path of ['state', 'program/lib', 'loaded', 'jobs']) await mkdir(join(root, path), { recursive: true })
  if (state) await writeFile(join(root, 'state', state), '')
  if (hasWatch) await writeFile(join(root, 'jobs', `${label}.watch.plist`), '')
  for (const job of loaded) await writeFile(join(root, 'loaded', job), '')
  const launchctl = `#!/bin/sh
echo "$*" >> ${root}/calls
case $1 in
  print) [ -e ${root}/loaded/\${2#system/} ] ;;
  bootout) rm ${root}/loaded/\${2#system/} ;;
esac
`
  await writeFile(join(root, 'launchctl'), launchctl, { mode: 0o755 })
  const script = (await read(`scripts/${name}`))
    .replaceAll('/bin/launchctl', join(root, 'launchctl'))
    .replaceAll('/Library/Rollcall/Agent', join(root, 'program'))
    .replaceAll('/Library/LaunchDaemons', join(root, 'jobs'))
    .replaceAll('/var/db/rollcall-agent', join(root, 'state'))
  await writeFile(join(root, name), script)
  const { code, stderr } = await runProcess('sh', [join(root, name), 'agent.pkg', '/', volume], { timeoutMs: 60_000 })
  expect(code, stderr).toBe(0)
  const calls = await readFile(join(root, 'calls'), 'utf8').catch(() => '')
  expect((await readdir(root)).includes('program')).toBe(name === 'postinstall' || volume !== '/')
  return calls
    .replaceAll(root, '')
    .split('\n')
    .filter((line) => line !== '')
}
let runs = 0

test('an upgrade ends the former agent and its watch before its program is replaced', async () => {
  const [job, watch] = [`system/${label}`, `system/${label}.watch`]
  expect(await runScript('preinstall', { loaded: [label, `${label}.watch`] })).toEqual([
    ...[`print ${watch}`, `bootout ${watch}`, `print ${watch}`],
    ...[`print ${job}`, `bootout ${job}`, `print ${job}`],
  ])
  expect(await runScript('preinstall')).toEqual([`print ${watch}`, `print ${job}`])
})

test('the agent starts where it has joined or has a stored join, and only there', async () => {
  const load = [`bootstrap system /jobs/${label}.plist`]
  expect(await runScript('postinstall', { state: 'agent.json' })).toEqual(load)
  expect(await runScript('postinstall', { state: 'join.json' })).toEqual(load)
  expect(await runScript('postinstall', { hasWatch: true })).toEqual([])
})

test('an upgrade starts the watch again where it was switched on', async () => {
  expect(await runScript('postinstall', { state: 'agent.json', hasWatch: true })).toEqual([
    `bootstrap system /jobs/${label}.plist`,
    `bootstrap system /jobs/${label}.watch.plist`,
  ])
})

test('an installation to another volume changes nothing of the running system', async () => {
  expect(await runScript('preinstall', { volume: '/Volumes/Other', loaded: [label] })).toEqual([])
  expect(await runScript('postinstall', { volume: '/Volumes/Other', state: 'agent.json' })).toEqual([])
})
