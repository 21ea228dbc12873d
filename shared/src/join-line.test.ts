import { expect, test } from 'vitest'
import { isOfThisMachine } from './join-line.ts'

test.each([
  ['https://localhost:8443', true],
  ['https://127.0.0.1:8443', true],
  ['https://127.1.2.3', true],
  ['https://[::1]:8443', true],
  ['https://192.0.2.1:8443', false],
  ['https://127.0.0.1.example', false],
])('%s leads to the machine itself: %s', (url, expected) => expect(isOfThisMachine(url)).toBe(expected))
