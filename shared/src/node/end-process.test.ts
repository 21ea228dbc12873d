import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProcess } from './run-process.ts'

test('a process with a hanging read ends with its exit code and its output', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-end-'))
  try {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const module = new URL('end-process.ts', import.meta.url).href
    const script = `import { open } from 'node:fs/promises'
      import { endAfter } from '${module}'
      void open('${pipe}', 'r')
      process.exitCode = 3
      await endAfter(Promise.resolve(console.log('done')))`
    const { code, stdout, ended } = await runProcess(process.execPath, ['--input-type=module', '-e', script], {
      timeoutMs: 20_000,
    })
    expect({ code, stdout, ended }).toEqual({ code: 3, stdout: 'done\n', ended: undefined })
  } finally {
    await rm(folder, { recursive: true })
  }
})
