import { expect, test } from 'vitest'
import { isOwnPath } from './own-path.ts'

test.each(['/', '/devices?q=a%2Fb&maker=%5C', '/devices/019a7c1e/software#top', '/devices?q=HP*~é'])(
  '%s is one of ours',
  (path) => expect(isOwnPath(path)).toBe(true),
)

test.each([
  '',
  'devices',
  'https://evil.example/',
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/x\\..\\..',
  '/%2f%2fevil.example',
  '/x%5Cy',
])('%j is not', (path) => expect(isOwnPath(path)).toBe(false))
