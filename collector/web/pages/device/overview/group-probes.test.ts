import { expect, test } from 'vitest'
import { groupProbes } from './group-probes.ts'

test('lists problems first, then probes with details, and only names the others', () => {
  const groups = groupProbes([
    { probe: 'dpkg', outcome: 'ok' },
    { probe: 'snmp', outcome: 'ok', detail: 'v2c' },
    { probe: 'rpm', outcome: 'unavailable' },
    { probe: 'ssh', outcome: 'no-answer' },
    { probe: 'smartctl', outcome: 'refused', detail: 'needs root' },
    { probe: 'usb', outcome: 'ok' },
    { probe: 'docker', outcome: 'failed' },
    { probe: 'program lpstat', outcome: 'unavailable', detail: 'not trusted' },
  ])
  expect(groups.listed.map(({ probe }) => probe)).toEqual(['smartctl', 'docker', 'snmp', 'ssh', 'program lpstat'])
  expect([groups.answered, groups.unavailable]).toEqual([['dpkg', 'usb'], ['rpm']])
  expect(groupProbes([])).toEqual({ listed: [], answered: [], unavailable: [] })
})
