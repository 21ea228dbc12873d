import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Tool } from '@rollcall/shared/node/tool-list.ts'
import { toolStatus } from '@rollcall/shared/node/tools.ts'
import { CommandFailed } from './failed.ts'
import { print, table } from './output.ts'
import { isPackaged, toolsDir } from './project.ts'

/** `missing` limits a function of Rollcall; `broken` prevents it from running. */
export type Check = { name: string; state: 'ok' | 'missing' | 'broken'; detail: string }

/** Prints the findings of a doctor. Fails after that if anything is broken. */
export function printChecks(json: boolean | undefined, findings: readonly Check[]): void {
  const ok = findings.every((each) => each.state !== 'broken')
  print(json, { ok, findings }, () =>
    table(
      ['', 'State', ''],
      findings.map((each) => [each.name, each.state, each.detail]),
    ),
  )
  if (!ok) throw new CommandFailed()
}

export function nodeCheck(): Check {
  return { name: 'Node.js', state: 'ok', detail: process.version }
}

export async function toolCheck(tool: Tool): Promise<Check> {
  const { path, version, problem } = await toolStatus(tool, toolsDir)
  if (!problem) return { name: tool.name, state: 'ok', detail: [version, path].filter(Boolean).join(' at ') }
  // Without NATS nothing runs; without a probe's tool the other probes do.
  const state = tool.name === 'nats-server' ? 'broken' : 'missing'
  const remedy = isPackaged ? `install the package ${Object.values(tool.packages)[0]}` : '"npm start" installs it'
  return { name: tool.name, state, detail: `${problem}; it ${tool.purpose}; ${remedy}` }
}

/** Checks the clock against the time of this release: the files of a package have the time of its commit. */
export function clockCheck(): Check {
  const name = 'clock'
  const now = new Date()
  const releasedAt = statSync(import.meta.filename).mtime
  if (now >= releasedAt) return { name, state: 'ok', detail: now.toISOString() }
  const detail = `${now.toISOString()} is before this release was made (${releasedAt.toISOString()}); set it, or let NTP set it`
  return { name, state: 'broken', detail }
}

/** Checks the free space of the disk with a folder, which need not exist yet. */
export async function freeSpaceCheck(folder: string, remedy: string): Promise<Check> {
  const { bavail, bsize } = await statfs(nearestFolder(folder))
  const freeMiB = Math.floor((bavail * bsize) / 1024 / 1024)
  const name = 'free disk space'
  if (freeMiB >= 1024) return { name, state: 'ok', detail: `${Math.floor(freeMiB / 1024)} GiB` }
  return { name, state: freeMiB < 128 ? 'broken' : 'missing', detail: `${freeMiB} MiB; ${remedy}` }
}

/** Returns a folder, or the nearest one above that exists: a missing folder is created with its parents. */
export function nearestFolder(folder: string): string {
  let nearest = folder
  while (!existsSync(nearest)) nearest = dirname(nearest)
  return nearest
}
