import { expect, test } from 'vitest'
import { addressIn, isOfThisMachine } from './join-line.ts'

test.each([
  ['https://localhost:8443', true],
  ['https://127.0.0.1:8443', true],
  ['https://127.1.2.3', true],
  ['https://[::1]:8443', true],
  ['https://192.0.2.1:8443', false],
  ['https://127.0.0.1.example', false],
])('%s leads to the machine itself: %s', (url, expected) => expect(isOfThisMachine(url)).toBe(expected))

test('finds the address of the collector in an install command', () => {
  const command =
    "curl -fsSko a.sh --pinnedpubkey 'sha256//a' https://[fd00::5]:8443/install/agent && sudo sh a.sh rcj1.a"
  expect([addressIn(command), addressIn(null)]).toEqual(['https://[fd00::5]:8443', undefined])
})
