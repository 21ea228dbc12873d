import { expect, it, test } from 'vitest'
import { isOfThisMachine, joinCommand } from './command.ts'

it('returns one line that the command line accepts', () => {
  const url = 'https://collector.example:8443'
  expect(joinCommand({ for: 'agent', token: 'rcj1.a' }, url)).toBe(
    'sudo rollcall agent install --url https://collector.example:8443 --token rcj1.a',
  )
  expect(joinCommand({ for: 'audit-service', token: 'rcj1.b' }, url)).toBe(
    'sudo rollcall audit-service join --url https://collector.example:8443 --token rcj1.b && sudo rollcall audit-service install',
  )
})

test.each([
  ['https://localhost:8443', true],
  ['https://127.0.0.1:8443', true],
  ['https://127.1.2.3', true],
  ['https://[::1]:8443', true],
  ['https://192.0.2.1:8443', false],
  ['https://127.0.0.1.example', false],
])('%s leads to the machine itself: %s', (url, expected) => expect(isOfThisMachine(url)).toBe(expected))
