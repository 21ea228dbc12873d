import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { install, setOftenTask, type TaskDeps, uninstall } from './windows-task.ts'
import { runTaskText, watchTaskText } from './windows-task-text.ts'

let folder: TmpFolder
beforeEach(async () => {
  folder = await tmpFolder()
})
afterEach(() => folder.remove())

const command = ['C:\\Program Files\\Rollcall Agent\\node.exe', 'C:\\a & b\\rollcall.cjs', 'agent', 'run']

describe('the task', () => {
  it('quotes paths with spaces, quotation marks and trailing backslashes', () => {
    const text = runTaskText(['C:\\n.exe', 'C:\\a b\\', 'say "hi"', 'plain\\', ''])
    expect(text).toContain('<Arguments>"C:\\a b\\\\" "say \\"hi\\"" plain\\ ""</Arguments>')
  })

  it('escapes the signs of XML', () => {
    expect(runTaskText(['C:\\R&D\\<n>.exe'])).toContain('<Command>C:\\R&amp;D\\&lt;n&gt;.exe</Command>')
  })

  it('refuses a path with a line break', () => {
    expect(() => runTaskText(['C:\\n.exe', 'a\nb'])).toThrow(OperatorError)
  })
})

describe('install and uninstall', () => {
  let calls: (readonly string[])[]
  let definitions: Map<string | undefined, string>
  let deps: TaskDeps
  beforeEach(() => {
    calls = []
    definitions = new Map()
    deps = {
      schtasks: async (args) => {
        calls.push(args)
        const name = args[args.indexOf('/TN') + 1]
        const file = args[args.indexOf('/XML') + 1]
        if (args[0] === '/Create' && file !== undefined)
          definitions.set(name, (await readFile(file)).toString('utf16le'))
        if (args[0] === '/Delete') definitions.delete(name)
        return { code: 0, complaint: '' }
      },
      isRegistered: (name) => definitions.has(name),
    }
  })
  const watchCommand = ['C:\\node.exe', 'agent', 'watch']
  const options = () => ({ command, watchCommand, stateDir: folder.path })
  const verbs = () => calls.map(([verb, , name]) => `${verb} ${name}`)

  it('registers the task, starts it and leaves no definition behind', async () => {
    expect(await install(options(), deps)).toEqual({ units: ['\\Rollcall\\Agent'] })
    expect(definitions.get('\\Rollcall\\Agent')?.slice(1)).toBe(runTaskText(command))
    expect(verbs()).toEqual(['/Create \\Rollcall\\Agent', '/Run \\Rollcall\\Agent'])
    expect(existsSync(join(folder.path, 'task.xml'))).toBe(false)
  })

  it('registers and starts the watch if it is asked for, and again after an upgrade', async () => {
    const units = ['\\Rollcall\\Agent', '\\Rollcall\\Watch']
    expect(await install({ ...options(), watch: true }, deps)).toEqual({ units })
    expect(definitions.get('\\Rollcall\\Watch')?.slice(1)).toBe(watchTaskText(watchCommand))
    expect(verbs().at(-1)).toBe('/Run \\Rollcall\\Watch')
    expect(await uninstall(deps)).toEqual({ removed: units })
    expect(await install(options(), deps)).toEqual({ units })
  })

  it('runs every five minutes only while the interval of the site is below an hour', async () => {
    const run = [...command, '--if-due']
    const set = (isWanted: boolean) => setOftenTask(isWanted, run, folder.path, deps)
    await set(false)
    expect(verbs()).toEqual([])
    await set(true)
    await set(true)
    expect(verbs()).toEqual(['/Create \\Rollcall\\Often'])
    expect(definitions.get('\\Rollcall\\Often')).toContain('<Interval>PT5M</Interval>')
    await set(false)
    expect(verbs().slice(1)).toEqual(['/Delete \\Rollcall\\Often'])
    await set(true)
    expect(await uninstall(deps)).toEqual({ removed: ['\\Rollcall\\Often'] })
  })

  it('ends and deletes the watch when it is switched off', async () => {
    await install({ ...options(), watch: true }, deps)
    calls = []
    expect(await install({ ...options(), watch: false }, deps)).toEqual({ units: ['\\Rollcall\\Agent'] })
    expect(verbs().slice(-2)).toEqual(['/End \\Rollcall\\Watch', '/Delete \\Rollcall\\Watch'])
    expect(await install(options(), deps)).toEqual({ units: ['\\Rollcall\\Agent'] })
  })

  it('reports the complaint of the Task Scheduler', async () => {
    const refusing: TaskDeps = { ...deps, schtasks: async () => ({ code: 1, complaint: 'ERROR: Access is denied.' }) }
    await expect(install(options(), refusing)).rejects.toThrow(
      'schtasks /Create /TN \\Rollcall\\Agent failed: ERROR: Access is denied.',
    )
    expect(existsSync(join(folder.path, 'task.xml'))).toBe(false)
  })

  it('ends and deletes registered tasks only', async () => {
    expect(await uninstall(deps)).toEqual({ removed: [] })
    await install(options(), deps)
    calls = []
    expect(await uninstall(deps)).toEqual({ removed: ['\\Rollcall\\Agent'] })
    expect(verbs()).toEqual(['/End \\Rollcall\\Agent', '/Delete \\Rollcall\\Agent'])
  })
})
