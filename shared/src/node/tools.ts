import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { messageOf } from '../errors.ts'
import { findProgram } from './find-program.ts'
import { runProcess } from './run-process.ts'
import { type Tool, tools } from './tool-list.ts'

export type ToolStatus = {
  tool: Tool
  path?: string
  version?: string
  /** Why the tool cannot be used, as the end of a sentence that begins with its name; absent when it can. */
  problem?: string
}

const versionTimeoutMs = 10_000

/** Where set-up puts what the machine's own packages cannot give; preferred to PATH. */
export const projectToolsDir = (projectDir: string): string => join(projectDir, '.tools', 'bin')

/**
 * The full path of a tool, or of the one that stands in for it: the project's own copy, else on PATH, else where its
 * package is known to put it.
 */
export function findTool(name: string, projectDir: string, path = process.env['PATH'] ?? ''): string | undefined {
  const { file, folders = [], otherwise } = tools.find((tool) => tool.name === name) ?? {}
  if (file !== undefined) return existsSync(file) ? file : undefined
  const places = [projectToolsDir(projectDir), path, ...folders.flatMap(expandFolder)].join(delimiter)
  return findProgram(name, places) ?? (otherwise === undefined ? undefined : findProgram(otherwise, places))
}

/** Finds a tool, and asks it for its version where the list demands one. Never rejects. */
export async function toolStatus(tool: Tool, projectDir: string, path?: string): Promise<ToolStatus> {
  const found = findTool(tool.name, projectDir, path)
  if (found === undefined) return { tool, problem: 'is not installed' }
  if (tool.versionMin === undefined) return { tool, path: found }
  try {
    const { stdout, stderr, code } = await runProcess(found, ['--version'], { timeoutMs: versionTimeoutMs })
    const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0]
    if (code !== 0 || version === undefined) {
      return { tool, path: found, problem: `does not run on this machine: ${firstLine(stderr || stdout)}` }
    }
    if (isOlder(version, tool.versionMin)) {
      return { tool, path: found, version, problem: `${version} is too old, ${tool.versionMin} or newer is needed` }
    }
    return { tool, path: found, version }
  } catch (error) {
    return { tool, path: found, problem: `does not run on this machine: ${messageOf(error)}` }
  }
}

/** Compares dotted numbers, `2.9.10` before `2.12.3`; a missing part counts as 0. */
export function isOlder(version: string, than: string): boolean {
  const a = version.split('.').map(Number)
  const b = than.split('.').map(Number)
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

// A folder named `*` stands for those there are, the newest version first.
function expandFolder(pattern: string): string[] {
  const [parent, rest] = pattern.split('/*/')
  if (parent === undefined || rest === undefined) return [pattern]
  try {
    const versions = readdirSync(parent).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    return versions.map((version) => join(parent, version, rest))
  } catch {
    // Not installed here.
    return []
  }
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''
