import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HostMemory, type HostMemoryOptions, openHostMemory } from './host-memory.ts'

let folder = ''
const opened: HostMemory[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-hosts-'))
})
afterEach(() => {
  for (const memory of opened.splice(0)) memory.close()
  rmSync(folder, { recursive: true, force: true })
})

const file = () => join(folder, 'hosts.jsonl')
function open(options: Partial<HostMemoryOptions> = {}): HostMemory {
  const onError = (error: unknown) => {
    throw error
  }
  const memory = openHostMemory({ file: file(), onError, ...options })
  opened.push(memory)
  return memory
}
const ranges = (...targets: string[]) => parseTargets(targets, { allowNames: false }).ranges
const snmp = { port: 161, credentialId: 'core', engine: true }

test('stores what worked across restarts, unreadable for other users', () => {
  const memory = open()
  memory.seen('10.0.0.1')
  memory.readBySnmp('10.0.0.1', snmp)
  memory.seen('10.0.0.1')
  memory.close()
  expect(open().snmpOf('10.0.0.1')).toEqual(snmp)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
})

test('keeps the records of a killed process', async () => {
  const module = fileURLToPath(new URL('host-memory.ts', import.meta.url))
  const script = `
    const { openHostMemory } = await import(${JSON.stringify(module)})
    const memory = openHostMemory({ file: ${JSON.stringify(file())}, onError: (error) => { throw error } })
    for (let i = 1; i <= 100; i++) memory.refused('10.0.0.' + i)
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
  expect(signal).toBe('SIGKILL')
  const memory = open()
  expect(memory.refusedToday('10.0.0.100')).toBe(1)
  expect(memory.seenIn(ranges('10.0.0.0/24')).length).toBe(100)
})

test('ignores an incomplete line and invalid lines', () => {
  const memory = open()
  memory.readBySnmp('10.0.0.1', snmp)
  memory.close()
  appendFileSync(file(), '{"address":7}\nnot json\n{"address":"10.0.0.2","seenAt')
  const again = open()
  again.seen('10.0.0.3')
  again.close()
  expect(open().seenIn(ranges('10.0.0.0/24'))).toEqual(['10.0.0.3', '10.0.0.1'])
})

test('counts refusals per day, in UTC', () => {
  let nowMs = Date.parse('2026-11-21T23:59:59Z')
  const memory = open({ nowMs: () => nowMs })
  memory.refused('10.0.0.1')
  memory.refused('10.0.0.1')
  expect([memory.refusedToday('10.0.0.1'), memory.refusedToday('10.0.0.2')]).toEqual([2, 0])
  nowMs += 1_000
  expect(memory.refusedToday('10.0.0.1')).toBe(0)
  memory.refused('10.0.0.1')
  expect(memory.refusedToday('10.0.0.1')).toBe(1)
})

test('lists the hosts of the ranges, the latest seen first', () => {
  const memory = open()
  for (const address of ['10.0.0.1', '10.0.1.1', '2001:db8::5', '10.0.0.9', '10.0.0.1', '192.0.2.1'])
    memory.seen(address)
  expect(memory.seenIn(ranges('10.0.0.0/24', '2001:db8::/120', '10.0.0.7-10.0.0.9'))).toEqual([
    '10.0.0.1',
    '10.0.0.9',
    '2001:db8::5',
  ])
  expect(memory.seenIn([])).toEqual([])
})

test('drops the least recently seen host above the limit', () => {
  const memory = open({ hostsMax: 3 })
  for (const last of [1, 2, 3, 1, 4]) memory.seen(`10.0.0.${last}`)
  expect(memory.seenIn(ranges('10.0.0.0/24'))).toEqual(['10.0.0.4', '10.0.0.1', '10.0.0.3'])
})

test('keeps the size of the file over many scans', () => {
  const memory = open()
  for (let scan = 0; scan < 10_050; scan += 1) memory.seen(`10.0.0.${1 + (scan % 2)}`)
  expect(readFileSync(file(), 'utf8').split('\n').length).toBeLessThan(100)
  memory.close()
  expect(open().seenIn(ranges('10.0.0.0/24')).length).toBe(2)
})

test('reports an unusable file, and stores hosts in memory', () => {
  writeFileSync(join(folder, 'taken'), '')
  const errors: unknown[] = []
  const memory = open({ file: join(folder, 'taken', 'hosts.jsonl'), onError: (error) => errors.push(error) })
  memory.readBySnmp('10.0.0.1', snmp)
  expect(memory.snmpOf('10.0.0.1')).toEqual(snmp)
  expect(errors.map(String)).toEqual([expect.stringMatching(/ENOTDIR|EEXIST/)])
})
