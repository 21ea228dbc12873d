import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { expect, it } from 'vitest'
import { lowerPriority } from './background.ts'

const module = fileURLToPath(new URL('background.ts', import.meta.url))

/** Field 19 of proc_pid_stat(5), counted behind the name. */
const niceOf = `(path) => Number(readFileSync(path, 'utf8').replace(/^.*\\) /s, '').split(' ')[16])`

it('gives all threads and programs of a run the lowest priority for the processor and the disk', () => {
  const script = `
    import { execFileSync } from 'node:child_process'
    import { readdirSync, readFileSync } from 'node:fs'
    import { readFile } from 'node:fs/promises'
    import { setPriority } from 'node:os'
    import { runInBackground } from '${module}'
    const niceOf = ${niceOf}
    // The tests may run in the background themselves.
    if (process.getuid() === 0) for (const task of readdirSync('/proc/self/task')) setPriority(Number(task), 0)
    await runInBackground()
    const before = readdirSync('/proc/self/task').length
    await readFile('/proc/self/stat')
    const tasks = readdirSync('/proc/self/task')
    const disk = ${findProgram('ionice') !== undefined} ? execFileSync('ionice', ['-p', String(process.pid)], { encoding: 'utf8' }).trim() : 'idle'
    const child = execFileSync('sh', ['-c', 'cat /proc/self/stat'], { encoding: 'utf8' })
    console.log(JSON.stringify({
      nice: [...new Set(tasks.map((task) => niceOf('/proc/self/task/' + task + '/stat')))],
      child: Number(child.replace(/^.*\\) /s, '').split(' ')[16]),
      threads: tasks.length - before,
      disk,
    }))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({ nice: [10], child: 10, threads: 8, disk: 'idle' })
})

it('goes on when a thread of the process has ended meanwhile', () => {
  // The largest process id of Linux is below this one.
  expect(() => lowerPriority([2 ** 22 + 1])).not.toThrow()
})
