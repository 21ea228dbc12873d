import type { Agent } from '@rollcall/shared/api/agent.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { expect, it, test } from 'vitest'
import { problemLine, problemsInWords, upgradeInWords } from './problems.ts'

const now = Date.parse('2026-11-20T08:00:00Z')
const agent: Agent = {
  id: '019a7c1e-0000-7000-8000-000000000001',
  name: 'pc-1',
  hostname: 'pc-1',
  siteId: '019a7c1e-0000-7000-8000-000000000002',
  status: 'Active',
  replacedBy: null,
  version: productVersion,
  upgradeAvailable: false,
  platform: 'linux',
  osName: 'Debian GNU/Linux',
  lastSeen: '2026-11-20T07:30:00Z',
  deviceId: null,
  problems: [],
  refusal: null,
  truncated: [],
  clockAheadSeconds: 0,
  watching: false,
  snapshotRequestedAt: null,
  nextSnapshotBy: null,
  autoTag: null,
  joinedAt: '2026-11-01T00:00:00Z',
}
const lineOf = (more: Partial<Agent>) => problemLine(problemsInWords({ ...agent, ...more }, now))

test.each<[more: Partial<Agent>, line: string]>([
  [{}, ''],
  [{ status: 'Pending', lastSeen: null }, 'Has never connected'],
  [{ status: 'Inactive', lastSeen: '2026-11-17T04:00:00Z' }, 'Not seen for 3d 4h'],
  [{ status: 'Replaced' }, 'Replaced by another agent'],
  [{ problems: ['clock'], clockAheadSeconds: 3_900 }, 'Clock 1h 5m ahead'],
  [{ problems: ['clock'], clockAheadSeconds: -420 }, 'Clock 7m behind'],
  [{ problems: ['copied'] }, 'Used by several machines'],
  [{ problems: ['incomplete'], truncated: ['software: rpm: no answer'] }, 'Data missing: software: rpm: no answer'],
  [{ problems: ['incomplete'], truncated: ['one', 'two', 'three'] }, 'Data missing: one and 2 more'],
  [
    { problems: ['refused'], refusal: { at: '2026-11-20T07:59:00Z', reason: 'The body is not valid.' } },
    'Snapshot refused: The body is not valid.',
  ],
])('describes %j as "%s"', (more, line) => expect(lineOf(more)).toBe(line))

it('names the worst problem first', () => {
  const problems: Agent['problems'] = ['incomplete', 'clock', 'copied']
  expect(lineOf({ problems, truncated: ['one'], clockAheadSeconds: 600 })).toBe(
    'Used by several machines · Data missing: one · Clock 10m ahead',
  )
})

it('gives a command only for a known platform', () => {
  const commandOf = (platform: Agent['platform']) =>
    problemsInWords({ ...agent, status: 'Inactive', platform }, now)[0]?.command
  expect(commandOf('windows')).toContain('schtasks')
  expect(commandOf('linux')).toContain('systemctl')
  expect(commandOf(null)).toBeUndefined()
})

it('says how to upgrade an older agent on its platform', () => {
  expect(upgradeInWords(agent)).toBeUndefined()
  const older = { ...agent, version: '0.0.1', upgradeAvailable: true }
  expect(upgradeInWords(older)?.title).toBe(`Upgrade available: 0.0.1 to ${productVersion}`)
  expect(upgradeInWords({ ...older, platform: 'windows' })?.advice).toContain('.msi')
})
