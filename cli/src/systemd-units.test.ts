import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { expect, test, vi } from 'vitest'
import { tmpFolder } from '../../test/harness/tmp.ts'
import { journalTail, unitText } from './systemd-units.ts'

test('passes each argument of a unit unchanged', () => {
  const command = ['/srv/rollcall', 'audit-service', 'run', '--state-dir', '/srv/a "b" 100% $HOME']
  const unit = unitText({ part: 'audit-service', command, stateDir: '/srv/a' })
  expect(unit).toContain('"--state-dir" "/srv/a \\"b\\" 100%% $$HOME"')
  expect(unit).toContain('EnvironmentFile=-/etc/rollcall/audit-service.env\n')
})

test.each(['collector', 'audit-service'] as const)('makes the %s return large memory blocks', (part) => {
  const unit = unitText({ part, command: [], stateDir: '/srv' })
  expect(unit).toMatch(/^Environment=MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072$/m)
})

test('grants raw packets only to the Audit Service, and listening only for low ports', () => {
  const capabilities = (unit: string) => /^AmbientCapabilities=(.*)$/m.exec(unit)?.[1]
  const collector = { part: 'collector', command: [], stateDir: '/srv/c' } as const
  expect(capabilities(unitText(collector))).toBe('')
  expect(capabilities(unitText({ ...collector, bindsLowPorts: true }))).toBe('CAP_NET_BIND_SERVICE')
  expect(capabilities(unitText({ part: 'audit-service', command: [], stateDir: '/srv/a' }))).toBe('CAP_NET_RAW')
})

test('allows programs to drop capabilities, without which ip exits silently', () => {
  for (const part of ['collector', 'audit-service'] as const) {
    expect(unitText({ part, command: [], stateDir: '/srv' })).not.toMatch(/^SystemCallFilter=~/m)
  }
})

test.each([
  { part: 'collector', bindsLowPorts: true },
  { part: 'audit-service', bindsLowPorts: false },
] as const)('systemd rates the exposure of the $part below 3.0', async ({ part, bindsLowPorts }) => {
  await using folder = await tmpFolder()
  const file = join(folder.path, `rollcall-${part}.service`)
  await writeFile(
    file,
    unitText({ part, command: ['/srv/rollcall', part, 'run'], stateDir: '/var/lib/x', bindsLowPorts }),
  )
  const args = ['security', '--offline=true', '--threshold=30', '--no-pager', file]
  const { code, stdout, stderr } = await runProcess('systemd-analyze', args, { timeoutMs: 30_000 })
  expect(stdout).toContain('Overall exposure level')
  expect(code, `${stdout}\n${stderr}`).toBe(0)
})

test('does not run a program that another user planted on the PATH of root', async () => {
  await using folder = await tmpFolder()
  const ran = join(folder.path, 'ran')
  await writeFile(join(folder.path, 'journalctl'), `#!/bin/sh\n: >'${ran}'\n`, { mode: 0o755 })
  vi.stubEnv('PATH', folder.path)
  try {
    await journalTail('collector')
  } finally {
    vi.unstubAllEnvs()
  }
  expect(existsSync(ran)).toBe(false)
})
