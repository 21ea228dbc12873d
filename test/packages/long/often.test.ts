import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { oftenUnits, timerUnit } from '@rollcall/agent/service/units.ts'
import { expect, test } from 'vitest'
import { bootSystem } from '../../harness/booted-system.ts'
import { waitFor } from '../../harness/wait.ts'

const stateDir = '/var/lib/rollcall-agent'

test('systemd starts runs of the agent again and again while the file asks for it, and ends with the timer', async () => {
  await using system = await bootSystem('bookworm')
  const ok = async (command: string) => {
    const { code, stdout, stderr } = await system.run(command)
    expect({ command, code, stderr }).toMatchObject({ code: 0 })
    return stdout
  }
  const units = {
    'rollcall-agent.timer': timerUnit(),
    // A second stands for five minutes.
    ...Object.fromEntries(
      Object.entries(oftenUnits(stateDir)).map(([name, text]) => [
        name,
        text.replace('OnActiveSec=5min', 'OnActiveSec=1s\nAccuracySec=100ms'),
      ]),
    ),
    'rollcall-agent.service': `[Service]\nType=oneshot\nExecStart=/bin/sh -c 'echo run >> ${stateDir}/runs'\n`,
  }
  for (const [name, text] of Object.entries(units))
    await writeFile(join(system.root, 'etc', 'systemd', 'system', name), text)
  await mkdir(join(system.root, stateDir), { recursive: true })
  const runs = async () => (await system.run(`cat ${stateDir}/runs`)).stdout.split('\n').length - 1
  const states = async () =>
    (await system.run('systemctl is-active rollcall-agent-often.path rollcall-agent-often.timer')).stdout.split('\n')
  const often = join(system.root, stateDir, 'often')

  await ok('systemctl daemon-reload && systemctl enable --now rollcall-agent.timer')
  expect((await states()).slice(0, 2)).toEqual(['active', 'inactive'])
  const before = await runs()
  await writeFile(often, '')
  await waitFor(async () => (await runs()) >= before + 3, { what: 'three runs', timeoutMs: 60_000 })

  await rm(often)
  await waitFor(async () => (await states())[1] === 'inactive', { what: 'the end of the runs', timeoutMs: 60_000 })

  await writeFile(often, '')
  await waitFor(async () => (await states())[1] === 'active', { what: 'runs again', timeoutMs: 60_000 })
  await ok('systemctl disable --now rollcall-agent.timer')
  expect((await states()).slice(0, 2)).toEqual(['inactive', 'inactive'])
}, 180_000)
