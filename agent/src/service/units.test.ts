import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { install, type ServiceDeps, uninstall } from './systemd.ts'
import { oftenUnits, serviceUnit, timerUnit, watchUnit } from './units.ts'

let folder: string
let calls: string[]
let deps: ServiceDeps
/** True if the agent's service fails. */
let isFailing: boolean
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-units-'))
  calls = []
  isFailing = false
  deps = {
    unitDir: folder,
    packagedUnitDir: join(folder, 'packaged'),
    runsSystemd: true,
    isRoot: true,
    systemctl: async (args) => {
      calls.push(args.join(' '))
      if (isFailing && args[0] === 'start') throw new OperatorError('the service failed')
    },
    journal: async (unit) => `the journal of ${unit}`,
  }
})
afterEach(() => rm(folder, { recursive: true }))

const unitNames = [
  'rollcall-agent.service',
  'rollcall-agent.timer',
  'rollcall-agent-often.path',
  'rollcall-agent-often.timer',
]

describe('units', () => {
  it('quote special characters of systemd', () => {
    const text = serviceUnit({ command: ['/opt/a b/rollcall', '50%', '$HOME', 'a"b\\c'], stateDir: '/srv/$x %y' })
    expect(text).toContain('ExecStart="/opt/a b/rollcall" "50%%" "$$HOME" "a\\"b\\\\c"\n')
    expect(text).toContain('ReadWritePaths="/srv/$x %%y"\n')
    expect(() => serviceUnit({ command: ['/bin/true\nExecStartPost=/bin/sh'], stateDir: '/srv' })).toThrow(/line break/)
  })

  it('start the agent where it has joined or has a stored join', () => {
    const text = serviceUnit({
      command: ['/bin/true'],
      stateDir: '/srv',
      needsOneOf: ['/srv/agent.json', '/srv/join.json'],
    })
    expect(text).toContain('ConditionPathExists=|/srv/agent.json\nConditionPathExists=|/srv/join.json\n')
  })

  it('watch for a file whose path has the signs of specifiers', () => {
    expect(oftenUnits('/srv/50% x')['rollcall-agent-often.path']).toContain('PathExists=/srv/50%% x/often\n')
    expect(() => oftenUnits('/srv\nUnit=shutdown.target')).toThrow(/line break/)
  })

  it('are accepted by systemd without a warning', async () => {
    const stateDir = join(folder, 'state dir')
    await mkdir(stateDir)
    const texts = {
      'rollcall-agent.service': serviceUnit({ command: [process.execPath, 'agent', 'run'], stateDir }),
      'rollcall-agent.timer': timerUnit(),
      ...oftenUnits(stateDir),
      'rollcall-agent-watch.service': watchUnit({ command: [process.execPath, 'agent', 'watch'], stateDir }),
    }
    const paths = Object.keys(texts).map((name) => join(folder, name))
    for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text)
    const analyze = findProgram('systemd-analyze')
    // It is a part of systemd: without it nothing on this machine can check the units.
    if (analyze === undefined) return expect(findProgram('systemctl')).toBeUndefined()
    const { code, stdout, stderr } = await runProcess(analyze, ['verify', ...paths], { timeoutMs: 30_000 })
    const said = (stdout + stderr).split('\n').filter((line) => line.includes('rollcall'))
    expect({ code, said }).toEqual({ code: 0, said: [] })
  })

  it.each([
    ['rollcall-agent.service', serviceUnit],
    ['rollcall-agent-watch.service', watchUnit],
  ])('%s is rated below 3.0 by systemd', async (name, unit) => {
    const file = join(folder, name)
    await writeFile(file, unit({ command: [process.execPath, 'agent', 'run'], stateDir: '/var/lib/x' }))
    const args = ['security', '--offline=true', '--threshold=29', '--no-pager', file]
    const { code, stdout, stderr } = await runProcess('systemd-analyze', args, { timeoutMs: 30_000 })
    expect(stdout).toContain('Overall exposure level')
    expect(code, `${stdout}\n${stderr}`).toBe(0)
  })
})

describe('install and uninstall', () => {
  const commands = {
    command: ['/usr/bin/rollcall', 'agent', 'run'],
    watchCommand: ['/usr/bin/rollcall', 'agent', 'watch'],
  }

  it('uses the units of a package', async () => {
    await mkdir(deps.packagedUnitDir)
    await writeFile(join(deps.packagedUnitDir, 'rollcall-agent.service'), '')
    expect((await install(commands, deps)).units).toEqual([
      join(deps.packagedUnitDir, 'rollcall-agent.service'),
      join(deps.packagedUnitDir, 'rollcall-agent.timer'),
      join(deps.packagedUnitDir, 'rollcall-agent-often.path'),
      join(deps.packagedUnitDir, 'rollcall-agent-often.timer'),
    ])
    expect(calls).toEqual(['enable --now rollcall-agent.timer', 'start --no-block rollcall-agent.service'])
    expect(await readdir(folder)).toEqual(['packaged'])
    expect(await uninstall(deps)).toEqual({ removed: [], packageName: 'rollcall-agent' })
  })

  it('writes its units, enables the timer and starts a first run; uninstall removes all but the state', async () => {
    const stateDir = join(folder, 'state')
    const { units } = await install({ ...commands, stateDir }, deps)
    expect(units).toEqual(unitNames.map((name) => join(folder, name)))
    expect(calls).toEqual([
      'daemon-reload',
      'enable --now rollcall-agent.timer',
      'start --no-block rollcall-agent.service',
    ])
    expect((await uninstall(deps)).removed.toSorted()).toEqual(units.toSorted())
    expect(calls.slice(3)).toEqual([
      'disable --now rollcall-agent.timer',
      'stop rollcall-agent.service',
      'daemon-reload',
    ])
    expect(await uninstall(deps)).toEqual({ removed: [] })
  })

  it('waits for the first run if it is asked to, and shows the end of the journal if that fails', async () => {
    const options = { ...commands, stateDir: join(folder, 'state'), awaitsRun: true }
    await install(options, deps)
    expect(calls.at(-1)).toBe('start rollcall-agent.service')
    isFailing = true
    await expect(install(options, deps)).rejects.toThrow(
      /its first run failed\. The end of its journal:\nthe journal of rollcall-agent\.service/,
    )
  })

  it('installs the watch only if it is asked for, and removes it', async () => {
    const options = { ...commands, stateDir: join(folder, 'state') }
    const watchUnitPath = join(folder, 'rollcall-agent-watch.service')
    const { units } = await install({ ...options, watch: true }, deps)
    expect(units).toContain(watchUnitPath)
    expect(await readFile(watchUnitPath, 'utf8')).toContain('ExecStart="/usr/bin/rollcall" "agent" "watch"\n')
    expect(calls.slice(-2)).toEqual(['enable rollcall-agent-watch.service', 'restart rollcall-agent-watch.service'])
    calls = []
    expect((await uninstall(deps)).removed).toContain(watchUnitPath)
    expect(calls).toContain('disable --now rollcall-agent-watch.service')
    expect(await readdir(folder)).toEqual(['state'])
  })

  it('switches the watch off', async () => {
    await install({ ...commands, watch: true, stateDir: join(folder, 'state') }, deps)
    await mkdir(join(folder, 'multi-user.target.wants'))
    await writeFile(join(folder, 'multi-user.target.wants', 'rollcall-agent-watch.service'), '')
    calls = []
    await install({ ...commands, watch: false, stateDir: join(folder, 'state') }, deps)
    expect(calls.filter((call) => call.includes('watch'))).toEqual(['disable --now rollcall-agent-watch.service'])
    expect((await readdir(folder)).toSorted()).toEqual(['multi-user.target.wants', ...unitNames.toSorted(), 'state'])
  })

  it('starts an enabled watch again, also that of a package', async () => {
    await mkdir(deps.packagedUnitDir)
    await writeFile(join(deps.packagedUnitDir, 'rollcall-agent.service'), '')
    await mkdir(join(folder, 'multi-user.target.wants'))
    await writeFile(join(folder, 'multi-user.target.wants', 'rollcall-agent-watch.service'), '')
    await install(commands, deps)
    expect(calls.at(-1)).toBe('restart rollcall-agent-watch.service')
    await uninstall(deps)
    expect(calls).toContain('disable --now rollcall-agent-watch.service')
  })

  it('names the remedy without root and without systemd', async () => {
    await expect(install(commands, { ...deps, isRoot: false })).rejects.toThrow(/run it as root/)
    await expect(install(commands, { ...deps, runsSystemd: false })).rejects.toThrow(/needs systemd/)
    await expect(uninstall({ ...deps, unitDir: join(folder, 'none') })).rejects.toThrow(/needs systemd/)
  })
})
