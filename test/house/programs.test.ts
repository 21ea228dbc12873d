import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programsIn, programsOfLinux } from './patterns/programs.ts'

const root = join(import.meta.dirname, '..', '..')

test('docs/agents.md names each program that a run on Linux starts', () => {
  const page = readFileSync(join(root, 'docs', 'agents.md'), 'utf8')
  const table = page.slice(
    page.indexOf('A run on Linux starts these programs'),
    page.indexOf('## What the agent trusts'),
  )
  const programs = programsOfLinux(root)
  expect(programs).toEqual(expect.arrayContaining(['dnf', 'yum', 'kubelet', 'ip', 'rpm', 'grep']))
  expect(programs.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})

test('a program is found in each form of a call', () => {
  const source =
    "host.run('a', []); runText(host, 'b', []); host.hasProgram('c'); const programs = ['d', 'e']; const x = { program: 'f' }; run(`g`)"
  expect(programsIn(source).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})
