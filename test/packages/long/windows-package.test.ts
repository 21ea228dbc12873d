import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installCommands } from '@rollcall/collector/http/install/install-command.ts'
import { ensureCertificates } from '@rollcall/collector/operations/certificates/ensure-certificates.ts'
import { openOfferedPackages } from '@rollcall/collector/operations/offered-packages.ts'
import { formatJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { writeMsi } from '../../../scripts/release/msi.ts'
import { stageWindowsAgent } from '../../../scripts/release/stage-windows.ts'
import { must } from '../../harness/debian-root.ts'
import { startUp } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { startWine, type WineMachine } from '../../harness/wine.ts'
import { minuteMs, projectDir } from '../support/systems.ts'

let wine: WineMachine
let folder: TmpFolder
/** The package, and one of a later version. */
let [first, second] = ['', '']

beforeAll(async () => {
  wine = await startWine()
  folder = await tmpFolder('rollcall-msi-')
  const program = join(folder.path, 'program')
  await stageWindowsAgent(projectDir, program)
  const build = async (version: string) => {
    const work = join(folder.path, version)
    await mkdir(work)
    const file = await writeMsi({ program, work, version, builtAt: 1_790_000_000, outDir: wine.driveC })
    return file.slice(wine.driveC.length + 1)
  }
  first = await build('1.0.0')
  second = await build('1.1.0')
}, 15 * minuteMs)
afterAll(async () => {
  await wine?.[Symbol.asyncDispose]()
  await folder?.remove()
})

/** Runs a command line as users of Windows write it, and returns its exit code and output. */
async function run(line: string): Promise<{ code: number | null; text: string }> {
  // cmd reads a batch file in code page 437.
  const bytes = line.replace(/[äöüß]/g, (letter) => inCodePage437[letter] ?? '')
  await writeFile(join(wine.driveC, 'run.cmd'), `@${bytes}\r\n@exit /b %errorlevel%\r\n`, 'latin1')
  const { code } = await wine.run(`wine cmd /c 'C:\\run.cmd' > "$WINEPREFIX/drive_c/out" 2>&1`)
  return { code, text: await readFile(join(wine.driveC, 'out'), 'utf8') }
}

/** Runs Windows Installer without a window, and returns its exit code. Wine writes no log. */
const msiexec = async (args: string) => (await run(`msiexec ${args} /qn`)).code

/** Runs the installed agent. The task itself does not run: Wine keeps no command of a task. */
const agent = (args: string, folder = 'C:\\Program Files\\Rollcall Agent') =>
  run(`call "${folder}\\rollcall.cmd" ${args}`)

const inCodePage437: Readonly<Record<string, string>> = { ä: '\x84', ö: '\x94', ü: '\x81', ß: '\xe1' }

const inProgramFiles = () => join(wine.driveC, 'Program Files', 'Rollcall Agent')
const inProgramData = () => join(wine.driveC, 'ProgramData', 'Rollcall')
const inState = (file: string) => join(inProgramData(), 'Agent', file)
const taskFile = () => join(wine.driveC, 'windows', 'system32', 'tasks', 'Rollcall', 'Agent')
const installerCache = () => join(wine.driveC, 'windows', 'Installer')
const tokenSchema = z.object({ token: z.string() })
const agentSchema = z.object({ agentId: z.string(), collectorUrl: z.string() })

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))

/** Returns the registry of the machine as Wine stores it. */
const registry = () => readFile(join(wine.driveC, '..', 'system.reg'), 'latin1')

/** Returns the versions of our product in the registry. */
async function installedVersions(): Promise<(string | undefined)[]> {
  const versions = [...(await registry()).matchAll(/"DisplayVersion"="(1\.\d\.0)"/g)]
  return [...new Set(versions.map(([, version]) => version))]
}

/** Fails unless Windows is as before the installation. */
async function expectNothingLeft(): Promise<void> {
  const places = [inProgramFiles(), inProgramData(), taskFile()]
  expect(places.filter((path) => existsSync(path))).toEqual([])
  const packages = existsSync(installerCache()) ? await readdir(installerCache()) : []
  expect(packages.filter((name) => name.endsWith('.msi'))).toEqual([])
  expect((await registry()).match(/^.*rollcall.*$/gim) ?? []).toEqual([])
}

const url = 'https://127.0.0.1:1'
const token = formatJoinToken({ secret: 'a'.repeat(43), pin: Buffer.alloc(32, 1).toString('base64'), kind: 'agent' })

test('the package has less than 38 MB', async () => {
  expect((await stat(join(wine.driveC, first))).size).toBeLessThan(38_000_000)
})

test.each([
  ['without an address and a token', ''],
  ['without a token', `ROLLCALL_URL=${url}`],
  ['without an address', `ROLLCALL_TOKEN=${token}`],
  ['with an address of another kind', `ROLLCALL_URL=http://127.0.0.1:1 ROLLCALL_TOKEN=${token}`],
  ['with another word than a token', `ROLLCALL_URL=${url} ROLLCALL_TOKEN=secret`],
  ['with half a token, which the agent refuses', `ROLLCALL_URL=${url} ROLLCALL_TOKEN=${token.slice(0, -9)}`],
  ['for one user only', `ROLLCALL_URL=${url} ROLLCALL_TOKEN=${token} ALLUSERS=`],
])('a package %s installs nothing', async (_, properties) => {
  expect(await msiexec(`/i C:\\${first} ${properties}`)).not.toBe(0)
  await expectNothingLeft()
})

test('the line of the collector installs what it downloads, and nothing where curl refuses the key', async () => {
  const certificates = { dataDir: folder.path, own: undefined, extraHosts: [], mayMakeCa: true, now: new Date() }
  const { chainFile } = await ensureCertificates({ ...certificates, log: { warn: () => undefined } })
  const installation = { chainFile, packages: openOfferedPackages(wine.driveC) }
  const { windowsInstallCommand, windowsUninstallCommand } = await installCommands(
    { for: 'agent', token },
    url,
    installation,
  )
  // Wine has no curl.
  const curl = join(wine.driveC, 'windows', 'curl.cmd')
  await writeFile(curl, '@exit /b 90\r\n')
  expect((await run(windowsInstallCommand ?? '')).code).not.toBe(0)
  await expectNothingLeft()
  await writeFile(curl, '@copy C:\\%2 %2\r\n')
  expect((await run(windowsInstallCommand ?? '')).code).toBe(0)
  expect(await readJson(inState('join.json'))).toMatchObject({ url, token })
  expect(await installedVersions()).toEqual(['1.1.0'])
  expect((await run(windowsUninstallCommand ?? '')).code).toBe(0)
  await expectNothingLeft()
  expect(existsSync(join(wine.driveC, 'Program Files', second))).toBe(false)
  await rm(curl)
})

test('the package installs without a network, into a folder of your own, and keeps the token in one file', async () => {
  const folder = `C:\\Prüfung & Größe\\${'long '.repeat(20)}name`
  const properties = `ROLLCALL_URL=${url} ROLLCALL_TOKEN=${token}`
  expect(await msiexec(`/i C:\\${first} ${properties} INSTALLDIR="${folder}"`)).toBe(0)
  expect(existsSync(inProgramFiles())).toBe(false)
  expect(await readJson(inState('join.json'))).toMatchObject({ url, token })
  expect(await registry()).not.toContain(token)
  const failed = await agent('agent run', folder)
  expect(failed.code).toBe(1)
  expect(failed.text).toContain('cannot reach the collector')
  expect(await readJson(inState('join.json'))).toMatchObject({ url, token })
  expect(await readFile(inState('logs/agent.log'), 'utf8')).toContain('cannot reach the collector')

  expect(await msiexec(`/x C:\\${first}`)).toBe(0)
  await expectNothingLeft()
  expect(await readdir(join(wine.driveC, 'Prüfung & Größe'))).toEqual([])
})

test('the package joins, repairs itself, gives way to a newer one and leaves nothing', async () => {
  await using up = await startUp()
  const created = await up.cli('join-token', 'create', '--for', 'agent', '--json')
  const properties = `ROLLCALL_URL=${up.facts.url} ROLLCALL_TOKEN=${tokenSchema.parse(created.json()).token}`
  expect(await msiexec(`/i C:\\${first} ${properties}`)).toBe(0)
  expect(existsSync(taskFile())).toBe(true)
  const sent = await agent('agent run')
  expect(sent.code, sent.text).toBe(0)
  expect(sent.text).toContain('1 snapshot sent')
  expect(existsSync(inState('join.json'))).toBe(false)
  const { agentId } = agentSchema.parse(await readJson(inState('agent.json')))

  // Each user of Windows may repair a product of the machine, with properties.
  await rm(join(inProgramFiles(), 'node.exe'))
  expect(await msiexec(`/i C:\\${first} ROLLCALL_URL=${url} ROLLCALL_TOKEN=${token} INSTALLDIR=C:\\other`)).toBe(0)
  expect(existsSync(join(inProgramFiles(), 'node.exe'))).toBe(true)
  expect(existsSync(join(wine.driveC, 'other'))).toBe(false)
  expect(existsSync(inState('join.json'))).toBe(false)

  await announceUpgrade()
  expect(await msiexec(`/i C:\\${second}`)).toBe(0)
  expect(await installedVersions()).toEqual(['1.1.0'])
  expect(existsSync(taskFile())).toBe(true)
  expect(await readJson(inState('agent.json'))).toMatchObject({ agentId, collectorUrl: up.facts.url })
  const later = await agent('agent run')
  expect(later.text).toContain('1 snapshot sent')

  expect(await msiexec(`/i C:\\${first}`)).not.toBe(0)
  expect(await installedVersions()).toEqual(['1.1.0'])
  expect(await msiexec(`/x C:\\${second}`)).toBe(0)
  await expectNothingLeft()
})

/**
 * Makes the installed package see an upgrade: while Windows removes the former version of a product, it sets
 * UPGRADINGPRODUCTCODE there, and Wine does not.
 */
async function announceUpgrade(): Promise<void> {
  const [cached = '', ...others] = (await readdir(installerCache())).filter((name) => name.endsWith('.msi'))
  expect(others).toEqual([])
  const query = "INSERT INTO Property (Property, Value) VALUES ('UPGRADINGPRODUCTCODE', '{0}')"
  await must('msibuild', [join(installerCache(), cached), '-q', query])
}
