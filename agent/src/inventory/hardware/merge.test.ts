import { expect, it } from 'vitest'
import { mergeHardware } from './merge.ts'

it('keeps the lists of all sources, sorted, and completes items that several sources have', () => {
  const merged = mergeHardware([
    {
      memory: { modules: [] },
      printQueues: [{ name: 'b', driver: 'B 1' }],
      accounts: [{ name: 'alice', id: '1000' }],
      security: { secureBoot: 'on', firewalls: [{ name: 'nftables', state: 'on' }] },
    },
    {
      memory: { swapBytes: 0 },
      printQueues: [{ name: 'a' }, { name: 'b', driver: 'other', isDefault: true }],
      accounts: [{ name: 'alice', isSignedIn: true }],
      security: {
        secureBoot: 'off',
        firewalls: [
          { name: 'Windows', profile: 'public', state: 'on' },
          { name: 'Windows', profile: 'domain', state: 'off' },
        ],
        antivirus: [{ name: 'ClamAV' }],
      },
    },
  ])
  expect(merged).toEqual({
    system: {},
    memory: { swapBytes: 0, modules: [] },
    printQueues: [{ name: 'a' }, { name: 'b', driver: 'B 1', isDefault: true }],
    accounts: [{ name: 'alice', id: '1000', isSignedIn: true }],
    security: {
      secureBoot: 'on',
      firewalls: [
        { name: 'Windows', profile: 'domain', state: 'off' },
        { name: 'Windows', profile: 'public', state: 'on' },
        { name: 'nftables', state: 'on' },
      ],
      antivirus: [{ name: 'ClamAV' }],
    },
  })
})
