import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { install, type ServiceDeps, uninstall } from './systemd.ts'
import { serviceUnit, timerUnit } from './units.ts'

let folder: string
let calls: string[]
let deps: ServiceDeps
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-units-'))
  calls = []
  deps = {
    unitDir: folder,
    packagedUnitDir: join(folder, 'packaged'),
    runsSystemd: true,
    isRoot: true,
    systemctl: async (args) => void calls.push(args.join(' ')),
  }
})
afterEach(() => rm(folder, { recursive: true }))

describe('units', () => {
  it('quote special characters of systemd', () => {
    const text = serviceUnit({ command: ['/opt/a b/rollcall', '50%', '$HOME', 'a"b\\c'], stateDir: '/srv/$x %y' })
    expect(text).toContain('ExecStart="/opt/a b/rollcall" "50%%" "$$HOME" "a\\"b\\\\c"\n')
    expect(text).toContain('ReadWritePaths="/srv/$x %%y"\n')
    expect(() => serviceUnit({ command: ['/bin/true\nExecStartPost=/bin/sh'], stateDir: '/srv' })).toThrow(/line break/)
  })

  it('are accepted by systemd without a warning', async () => {
    const stateDir = join(folder, 'state dir')
    await mkdir(stateDir)
    const paths = [join(folder, 'rollcall-agent.service'), join(folder, 'rollcall-agent.timer')]
    await writeFile(paths[0] ?? '', serviceUnit({ command: [process.execPath, 'agent', 'run'], stateDir }))
    await writeFile(paths[1] ?? '', timerUnit())
    const analyze = findProgram('systemd-analyze')
    // It is a part of systemd: without it nothing on this machine can check the units.
    if (analyze === undefined) return expect(findProgram('systemctl')).toBeUndefined()
    const { code, stdout, stderr } = await runProcess(analyze, ['verify', ...paths], { timeoutMs: 30_000 })
    const said = (stdout + stderr).split('\n').filter((line) => line.includes('rollcall'))
    expect({ code, said }).toEqual({ code: 0, said: [] })
  })
})

describe('install and uninstall', () => {
  const command = ['/usr/bin/rollcall', 'agent', 'run']

  it('uses the units of a package', async () => {
    await mkdir(deps.packagedUnitDir)
    await writeFile(join(deps.packagedUnitDir, 'rollcall-agent.service'), '')
    expect((await install({ command }, deps)).units).toEqual([
      join(deps.packagedUnitDir, 'rollcall-agent.service'),
      join(deps.packagedUnitDir, 'rollcall-agent.timer'),
    ])
    expect(calls).toEqual(['enable --now rollcall-agent.timer', 'start --no-block rollcall-agent.service'])
    expect(await readdir(folder)).toEqual(['packaged'])
  })

  it('writes both units, enables the timer and starts a first run; uninstall removes all but the state', async () => {
    const stateDir = join(folder, 'state')
    const { units } = await install({ command, stateDir }, deps)
    expect(units).toEqual([join(folder, 'rollcall-agent.service'), join(folder, 'rollcall-agent.timer')])
    expect(calls).toEqual([
      'daemon-reload',
      'enable --now rollcall-agent.timer',
      'start --no-block rollcall-agent.service',
    ])
    expect((await uninstall(deps)).removed.toSorted()).toEqual(units)
    expect(calls.slice(3)).toEqual([
      'disable --now rollcall-agent.timer',
      'stop rollcall-agent.service',
      'daemon-reload',
    ])
    expect(await uninstall(deps)).toEqual({ removed: [] })
  })

  it('names the remedy without root and without systemd', async () => {
    await expect(install({ command }, { ...deps, isRoot: false })).rejects.toThrow(/run it as root/)
    await expect(install({ command }, { ...deps, runsSystemd: false })).rejects.toThrow(/needs systemd/)
    await expect(uninstall({ ...deps, unitDir: join(folder, 'none') })).rejects.toThrow(/needs systemd/)
  })
})
