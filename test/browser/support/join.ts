import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type RunningProcess, startProcess } from '../../harness/processes.ts'
import { launcher, runCli } from '../../harness/rollcall.ts'

/** The line that the page shows, once it has made one. */
export async function joinLineOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Generate install command' }).click()
  return page.getByRole('textbox', { name: 'Install command' }).inputValue()
}

/** Joins an Audit Service as the line says, but for what only root with systemd can do, and runs it. */
export async function runAuditServiceOf(line: string, folder: string, name: string): Promise<RunningProcess> {
  const options = /^sudo rollcall audit-service install (--url \S+ --token \S+)$/.exec(line)?.[1]?.split(' ') ?? []
  const state = ['--state-dir', join(folder, name), '--json']
  const joined = await runCli(['audit-service', 'join', ...options, '--name', name, ...state])
  expect([joined.code, joined.stderr]).toEqual([0, ''])
  return startProcess({
    program: launcher.program,
    args: [launcher.script, 'audit-service', 'run', ...state],
    ready: /connected/,
  })
}
