import { expect, test } from 'vitest'
import { discoverConnected } from './connected-discovery.ts'

test.each(['fe80::1', '255.255.255.255'])(
  '%s, which nothing can be sent to from here, is unreachable',
  async (address) => {
    const asked = discoverConnected({ address, port: 161 }, { timeoutMs: 200, retries: 0 })
    await expect(asked).rejects.toMatchObject({ kind: 'unreachable' })
  },
)
