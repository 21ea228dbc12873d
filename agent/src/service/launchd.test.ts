import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { parsePlist } from '../inventory/plist/plist.ts'
import { install, type LaunchdDeps, uninstall } from './launchd.ts'
import { launchdText } from './launchd-text.ts'

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

  it('refuses a path with a control character', () => {
    expect(() => launchdText(['/a\nb'], often)).toThrow(OperatorError)
    expect(() => launchdText(command, '/a\nb')).toThrow(OperatorError)
  })
})

describe('install and uninstall', () => {
  let folder: TmpFolder
  let deps: LaunchdDeps
  let calls: string[]
  /** Answers of `print` until the job has ended. */
  let printsWhileEnding: number
  let isLoaded: boolean
  const file = () => join(folder.path, 'com.rollcall.agent.plist')

  beforeEach(async () => {
    folder = await tmpFolder()
    calls = []
    printsWhileEnding = 0
    isLoaded = false
    deps = {
      jobDir: folder.path,
      isRoot: true,
      async launchctl(args) {
        const [verb] = args
        calls.push(args.join(' '))
        if (verb === 'bootstrap') {
          // As launchd does while the former job is ending.
          if (isLoaded) return { code: 5, complaint: 'Bootstrap failed: 5: Input/output error' }
          isLoaded = true
        }
        if (verb === 'print') {
          if (calls.includes('bootout system/com.rollcall.agent') && printsWhileEnding-- <= 0) isLoaded = false
          return { code: isLoaded ? 0 : 113, complaint: '' }
        }
        return { code: 0, complaint: '' }
      },
    }
  })
  afterEach(() => folder.remove())

  it('writes the job as only root can change it, and loads it', async () => {
    expect(await install({ command, stateDir: '/state & more' }, deps)).toEqual({ units: [file()] })
    expect(await readFile(file(), 'utf8')).toBe(launchdText(command, often))
    expect((await stat(file())).mode & 0o777).toBe(0o644)
    expect(calls).toEqual(['print system/com.rollcall.agent', `bootstrap system ${file()}`])
  })

  it('replaces a loaded job after its run has ended', async () => {
    await install({ command }, deps)
    calls = []
    printsWhileEnding = 2
    await install({ command: ['/other'] }, deps)
    expect(await readFile(file(), 'utf8')).toContain('<string>/other</string>')
    expect(calls.map((call) => call.split(' ')[0])).toEqual([
      ...['print', 'bootout', 'print', 'print', 'print'],
      'bootstrap',
    ])
  })

  it('unloads and removes an installed job only', async () => {
    expect(await uninstall(deps)).toEqual({ removed: [] })
    await install({ command }, deps)
    expect(await uninstall(deps)).toEqual({ removed: [file()] })
    expect(existsSync(file())).toBe(false)
    expect(isLoaded).toBe(false)
  })

  it('refuses to watch', async () => {
    await expect(install({ command, watch: true }, deps)).rejects.toThrow(/--watch works on Linux and Windows only/)
    expect(calls).toEqual([])
  })

  it('names the remedy without root, and the complaint of launchctl', async () => {
    await expect(install({ command }, { ...deps, isRoot: false })).rejects.toThrow(/run it as root/)
    await expect(uninstall({ ...deps, isRoot: false })).rejects.toThrow(/run it as root/)
    const refusing = async (args: readonly string[]) => ({ code: args[0] === 'print' ? 113 : 1, complaint: 'refused' })
    await expect(install({ command }, { ...deps, launchctl: refusing })).rejects.toThrow(/bootstrap.*failed: refused/)
  })
})
