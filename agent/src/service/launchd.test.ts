import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { parsePlist } from '../inventory/plist/plist.ts'
import { install, type LaunchdDeps, uninstall } from './launchd.ts'
import { launchdText, watchJobText } from './launchd-text.ts'

const command = ['/Library/Rollcall/Agent/bin/node', '--flag', '/a & <b>/rollcall.cjs', 'agent', 'run']

const often = '/state & more/often'

describe('the job', () => {
  it('is a property list with the command and low priority, which runs more often while a file asks for it', () => {
    expect(parsePlist(Buffer.from(launchdText(command, often)))).toEqual({
      Label: 'com.rollcall.agent',
      ProgramArguments: command,
      StartInterval: 3600,
      RunAtLoad: true,
      KeepAlive: { PathState: { [often]: true } },
      ThrottleInterval: 300,
      ProcessType: 'Background',
      LowPriorityIO: true,
      Nice: 10,
      Umask: 63,
    })
  })

  it('of the watch stays, and starts again after a failure only', () => {
    const { StartInterval: _, ...others } = parsePlist(Buffer.from(launchdText(command, often))) as object & {
      StartInterval: number
    }
    expect(parsePlist(Buffer.from(watchJobText(command)))).toEqual({
      ...others,
      Label: 'com.rollcall.agent.watch',
      KeepAlive: { SuccessfulExit: false },
    })
  })

  it('refuses a path with a control character', () => {
    expect(() => launchdText(['/a\nb'], often)).toThrow(OperatorError)
    expect(() => launchdText(command, '/a\nb')).toThrow(OperatorError)
  })
})

describe('install and uninstall', () => {
  let folder: TmpFolder
  let deps: LaunchdDeps
  let calls: string[]
  /** Answers of `print` until a job has ended. */
  let printsWhileEnding: number
  /** Jobs that are loaded, and those of them that are ending. */
  let loaded: Set<string>
  let ending: Set<string>
  const fileOf = (label: string) => join(folder.path, `${label}.plist`)
  const [run, watch] = ['com.rollcall.agent', 'com.rollcall.agent.watch']
  const commands = { command, watchCommand: ['/node', 'agent', 'watch'] }

  beforeEach(async () => {
    folder = await tmpFolder()
    calls = []
    printsWhileEnding = 0
    loaded = new Set()
    ending = new Set()
    deps = {
      jobDir: folder.path,
      isRoot: true,
      async launchctl(args) {
        const [verb, ...words] = args
        const job = words.at(-1)?.replace(/^system\/|^.*\/|\.plist$/g, '') ?? ''
        calls.push(`${verb} ${job}`)
        // As launchd does while the former job is ending.
        if (verb === 'bootstrap' && loaded.has(job)) {
          return { code: 5, complaint: 'Bootstrap failed: 5: Input/output error' }
        }
        if (verb === 'bootstrap') loaded.add(job)
        if (verb === 'bootout') ending.add(job)
        if (verb === 'print' && ending.has(job) && printsWhileEnding-- <= 0) {
          loaded.delete(job)
          ending.delete(job)
        }
        return { code: verb === 'print' && !loaded.has(job) ? 113 : 0, complaint: '' }
      },
    }
  })
  afterEach(() => folder.remove())

  it('writes the job as only root can change it, and loads it', async () => {
    expect(await install({ ...commands, stateDir: '/state & more' }, deps)).toEqual({ units: [fileOf(run)] })
    expect(await readFile(fileOf(run), 'utf8')).toBe(launchdText(command, often))
    expect((await stat(fileOf(run))).mode & 0o777).toBe(0o644)
    expect(calls).toEqual([`print ${run}`, `bootstrap ${run}`])
  })

  it('replaces a loaded job after its run has ended', async () => {
    await install(commands, deps)
    calls = []
    printsWhileEnding = 2
    await install({ ...commands, command: ['/other'] }, deps)
    expect(await readFile(fileOf(run), 'utf8')).toContain('<string>/other</string>')
    expect(calls.map((call) => call.split(' ')[0])).toEqual([
      ...['print', 'bootout', 'print', 'print', 'print'],
      'bootstrap',
    ])
  })

  it('unloads and removes installed jobs only', async () => {
    expect(await uninstall(deps)).toEqual({ removed: [] })
    await install({ ...commands, watch: true }, deps)
    expect(await uninstall(deps)).toEqual({ removed: [fileOf(run), fileOf(watch)] })
    expect([run, watch].filter((label) => existsSync(fileOf(label)))).toEqual([])
    expect([...loaded]).toEqual([])
  })

  it('loads the watch if it is asked for, starts it again with each installation, and ends it', async () => {
    expect(await install({ ...commands, watch: true }, deps)).toEqual({ units: [fileOf(run), fileOf(watch)] })
    expect(await readFile(fileOf(watch), 'utf8')).toBe(watchJobText(commands.watchCommand))
    calls = []
    await install(commands, deps)
    expect(calls).toEqual(expect.arrayContaining([`bootout ${watch}`, `bootstrap ${watch}`]))
    expect([...loaded]).toEqual([run, watch])
    expect(await install({ ...commands, watch: false }, deps)).toEqual({ units: [fileOf(run)] })
    expect([...loaded]).toEqual([run])
    expect(existsSync(fileOf(watch))).toBe(false)
  })

  it('names the remedy without root, and the complaint of launchctl', async () => {
    await expect(install(commands, { ...deps, isRoot: false })).rejects.toThrow(/run it as root/)
    await expect(uninstall({ ...deps, isRoot: false })).rejects.toThrow(/run it as root/)
    const refusing = async (args: readonly string[]) => ({ code: args[0] === 'print' ? 113 : 1, complaint: 'refused' })
    await expect(install(commands, { ...deps, launchctl: refusing })).rejects.toThrow(/bootstrap.*failed: refused/)
  })
})
