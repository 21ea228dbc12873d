import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { release } from '../../../scripts/release/release.ts'
import { tmpFolder } from '../../harness/tmp.ts'

const projectDir = join(import.meta.dirname, '..', '..', '..')

test(
  'the same sources give the same bytes',
  async () => {
    const sums: string[] = []
    for (let time = 0; time < 2; time += 1) {
      await using dist = await tmpFolder()
      await release(['--out', dist.path, '--part', 'audit-service', '--compression', 'none'], projectDir)
      sums.push(await readFile(join(dist.path, 'SHA256SUMS'), 'utf8'))
    }
    expect(sums[0]).toMatch(/\.deb\n[\s\S]*\.rpm\n/)
    expect(sums[1]).toBe(sums[0])
  },
  20 * 60_000,
)
