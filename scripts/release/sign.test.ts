import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { expect, it } from 'vitest'
import { tmpFolder } from '../../test/harness/tmp.ts'
import { writeChecksums } from './sign.ts'

it('the checksums name the files of an earlier run for other parts, and not themselves', async () => {
  await using folder = await tmpFolder()
  await writeFile(join(folder.path, 'rollcall-agent_1.0.0_amd64.deb'), 'agent')
  await writeChecksums(folder.path, undefined)
  await writeFile(join(folder.path, 'rollcall-collector_1.0.0_amd64.deb'), 'collector')
  await writeChecksums(folder.path, undefined)
  const sums = await readFile(join(folder.path, 'SHA256SUMS'), 'utf8')
  const names = sums
    .trim()
    .split('\n')
    .map((line) => line.split('  ')[1])
  expect(names).toEqual(['rollcall-agent_1.0.0_amd64.deb', 'rollcall-collector_1.0.0_amd64.deb'])
  const check = ['-c', 'cd "$0" && sha256sum --check SHA256SUMS', folder.path]
  expect(await runProcess('sh', check, { timeoutMs: 10_000 })).toMatchObject({ code: 0 })
})
