import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cpuMsOf } from './cpu-time.ts'

const busyMs = 200
const busy = `const { resourceUsage } = process; while (resourceUsage().userCPUTime < ${busyMs * 1000}); console.log('done')`

describe('the CPU time of a process', () => {
  let parent: ReturnType<typeof spawn>
  beforeAll(async () => {
    // It ends with its parent.
    const child = `${busy}; process.stdin.resume()`
    const start = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: ['pipe', 'inherit', 'inherit'] }); process.stdin.resume()`
    parent = spawn(process.execPath, ['-e', start], { stdio: ['pipe', 'pipe', 'inherit'] })
    if (parent.stdout) await once(parent.stdout, 'data')
  })
  afterAll(async () => {
    parent.kill()
    await once(parent, 'close')
  })

  it('has that of a child that still runs', () => {
    expect(cpuMsOf([parent.pid ?? 0])).toBeGreaterThanOrEqual(busyMs)
  })
})
