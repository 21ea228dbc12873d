import { OperatorError } from '@rollcall/shared/errors.ts'
import { expect, it } from 'vitest'
import { release } from './release.ts'

it.each([
  [['--arch', 'amd64'], '--arch must be one of x64, arm64, not "amd64"'],
  [['--format', 'zip'], '--format must be one of deb, rpm, tar, image, msi, pkg, not "zip"'],
  [['--part', 'agents'], '--part must be one of collector, audit-service, agent, not "agents"'],
  [['--archs', 'x64'], "Unknown option '--archs'"],
])('%j is refused before anything is built', async (args, message) => {
  const refused = release(args, '/nonexistent')
  await expect(refused).rejects.toThrow(OperatorError)
  await expect(refused).rejects.toThrow(message)
})
