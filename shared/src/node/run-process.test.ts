import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProcess } from './run-process.ts'

test('a killed process whose pipes another one holds is given up', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-run-'))
  const file = join(folder, 'pid')
  try {
    // A process of another group, as it is left by a program that becomes a daemon.
    const script = 'setsid sh -c \'echo $$ >"$0"; exec sleep 600\' "$0" & echo begun; exec sleep 600'
    const result = await runProcess('sh', ['-c', script, file], { timeoutMs: 1_000, asGroup: true })
    expect(result).toMatchObject({ code: null, stdout: 'begun\n', ended: 'timeout' })
  } finally {
    process.kill(Number(await readFile(file, 'utf8')), 'SIGKILL')
    await rm(folder, { recursive: true })
  }
})
