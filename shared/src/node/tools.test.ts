import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Tool } from './tool-list.ts'
import { findTool, isOlder, toolStatus } from './tools.ts'

let toolsDir: string
let pathDir: string
const tool: Tool = {
  name: 'rollcall-test-tool',
  purpose: 'is for this test',
  neededBy: 'test',
  versionMin: '2.12.3',
  packages: {},
}

beforeEach(async () => {
  toolsDir = await mkdtemp(join(tmpdir(), 'rollcall-tools-'))
  pathDir = join(toolsDir, 'on-path')
})
afterEach(() => rm(toolsDir, { recursive: true, force: true }))

async function program(folder: string, script: string, name = tool.name): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, name)
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
  return file
}

test('prefers the copy of the project to the one on PATH', async () => {
  const onPath = await program(pathDir, 'echo v2.9.10')
  expect(findTool(tool.name, toolsDir, pathDir)).toBe(onPath)
  const own = await program(toolsDir, 'echo nats-server: v2.15.1')
  expect(await toolStatus(tool, toolsDir, pathDir)).toEqual({ tool, path: own, version: '2.15.1' })
})

test('uses the replacement of a missing tool', async () => {
  const standIn = await program(pathDir, 'exit 0', 'chromium')
  expect(findTool('chromium-headless-shell', toolsDir, pathDir)).toBe(standIn)
  const itself = await program(pathDir, 'exit 0', 'chromium-headless-shell')
  expect(findTool('chromium-headless-shell', toolsDir, pathDir)).toBe(itself)
})

test('names the version of an outdated tool and the required one', async () => {
  const path = await program(pathDir, 'echo nats-server: v2.9.10')
  const problem = '2.9.10 is too old, 2.12.3 or newer is needed'
  expect(await toolStatus(tool, toolsDir, pathDir)).toEqual({ tool, path, version: '2.9.10', problem })
})

test('names the reason a tool does not run', async () => {
  await program(pathDir, 'echo "version GLIBC_2.99 not found" >&2; exit 1')
  const { problem } = await toolStatus(tool, toolsDir, pathDir)
  expect(problem).toBe('does not run on this machine: version GLIBC_2.99 not found')
})

test('reports a missing tool as not installed', async () => {
  expect(await toolStatus(tool, toolsDir, pathDir)).toEqual({ tool, problem: 'is not installed' })
})

test.each([
  ['2.9.10', '2.12.3', true],
  ['2.12.3', '2.12.3', false],
  ['2.12', '2.12.3', true],
  ['3', '2.12.3', false],
  ['2.12.10', '2.12.3', false],
])('%s older than %s: %s', (version, than, older) => {
  expect(isOlder(version, than)).toBe(older)
})
