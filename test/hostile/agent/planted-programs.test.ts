import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { formatJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { findTrustedProgram } from '@rollcall/shared/node/trusted-program.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { programsOfLinux } from '../../house/patterns/programs.ts'

/** Programs that sources of Linux run, installed or not. */
const names = [
  ...programsOfLinux(join(import.meta.dirname, '..', '..', '..')),
  ...['dpkg', 'dpkg-query', 'flock', 'ionice', 'head', 'hostname', 'od', 'uname'],
]
let folder: TmpFolder
let environment: NodeJS.ProcessEnv
const wereRun = () => readdir(join(folder.path, 'were-run'))

beforeAll(async () => {
  folder = await tmpFolder()
  const planted = join(folder.path, 'planted')
  for (const each of [planted, join(folder.path, 'were-run')]) await mkdir(each)
  for (const name of names) {
    const text = `#!/bin/sh\ntouch '${folder.path}/were-run/${name}'\n`
    await writeFile(join(planted, name), text, { mode: 0o755 })
  }
  environment = { PATH: `${planted}:${process.env['PATH']}` }
})
afterAll(() => folder?.remove())

const asRoot = test.runIf(process.getuid?.() === 0)

asRoot(
  'an agent of root runs no program that is planted in PATH, and its snapshot names those it refused',
  async () => {
    const { code, json } = await runCli(['snapshot', '--json'], { env: environment })
    expect([code, await wereRun()]).toEqual([0, []])
    const { probes, software = [] } = observationSchema.parse(json())
    // The package list of this machine is from the genuine programs and files.
    expect(software.length).toBeGreaterThan(50)
    const refusals = probes.filter(({ probe }) => probe.startsWith('program '))
    const isInstalled = findTrustedProgram('smartctl', '') !== undefined
    expect(refusals.some(({ probe }) => probe === 'program smartctl')).toBe(!isInstalled)
    for (const { probe, outcome, detail } of refusals) {
      const path = join(folder.path, 'planted', probe.slice('program '.length))
      expect([outcome, detail]).toEqual(['refused', `${path} is not run as root: it is not in a folder of the system`])
    }
  },
)

asRoot('an agent of root locks its state without a program that is planted in PATH', async () => {
  const token = formatJoinToken({ secret: 'a-join-secret-of-some-length', pin: `${'x'.repeat(43)}=`, kind: 'agent' })
  const args = ['agent', 'join', '--url', 'https://127.0.0.1:1', '--token', token]
  const { stderr } = await runCli([...args, '--state-dir', join(folder.path, 'state')], { env: environment })
  expect([stderr, await wereRun()]).toEqual([expect.stringContaining('127.0.0.1:1'), []])
})
