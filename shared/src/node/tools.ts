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
  /** Reason the tool cannot be used, the end of a sentence that begins with its name; absent if it can. */
  problem?: string
}

const versionTimeoutMs = 10_000

/** Folder in a checkout of the tools that set-up fetches because the machine's packages lack them. */
export const toolsDirOf = (projectDir: string): string => join(projectDir, '.tools', 'bin')

/**
 * Returns the full path of a tool or of its replacement: in the installation's own folder of tools, else on PATH, else in the folders of
 * its package.
 */
export function findTool(name: string, toolsDir: string, path = process.env['PATH'] ?? ''): string | undefined {
  const { file, folders = [], otherwise } = tools.find((tool) => tool.name === name) ?? {}
  if (file !== undefined) return existsSync(file) ? file : undefined
  const searchPath = [toolsDir, path, ...folders.flatMap(expandFolder)].join(delimiter)
  return findProgram(name, searchPath) ?? (otherwise === undefined ? undefined : findProgram(otherwise, searchPath))
}

/** Finds a tool and checks its version if the list requires one. Never rejects. */
export async function toolStatus(tool: Tool, toolsDir: string, path?: string): Promise<ToolStatus> {
  const found = findTool(tool.name, toolsDir, path)
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

/** Compares dotted numbers: `2.9.10` is before `2.12.3`; a missing number counts as 0. */
export function isOlder(version: string, than: string): boolean {
  const a = version.split('.').map(Number)
  const b = than.split('.').map(Number)
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

// A segment `*` matches any folder, the newest version first.
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
