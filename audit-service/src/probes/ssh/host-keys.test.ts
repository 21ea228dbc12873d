import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../../test/harness/tmp.ts'
import { type HostKeys, openHostKeys, type Pin } from './host-keys.ts'

let stateDir: TmpFolder
let keys: HostKeys
beforeEach(async () => {
  stateDir = await tmpFolder()
  keys = openHostKeys(stateDir.path)
})
afterEach(() => stateDir.remove())

const pin = (fingerprint: string, address = 'fe80::1%eth0'): Pin => ({
  address,
  port: 22,
  type: 'ssh-ed25519',
  fingerprint,
  pinnedAt: '2026-11-20T08:15:30.123Z',
})

test('pins the first of several concurrent keys, and returns it to all', async () => {
  const pinned = await Promise.all(['a', 'b', 'c', 'd'].map((each) => keys.pin(pin(each))))
  const winner = await keys.get('fe80::1%eth0', 22)
  expect(pinned).toEqual([winner, winner, winner, winner])
  expect(await keys.get('fe80::1%eth0', 2222)).toBeUndefined()
  const files = await readdir(join(stateDir.path, 'ssh-host-keys'))
  expect(files).toEqual(['fe80%3A%3A1%25eth0_22.json'])
  expect((await stat(join(stateDir.path, 'ssh-host-keys', files[0] ?? ''))).mode & 0o777).toBe(0o600)
})

test('prevents all logins if the pin is damaged', async () => {
  await keys.pin(pin('a'))
  const [file = ''] = await readdir(join(stateDir.path, 'ssh-host-keys'))
  await writeFile(join(stateDir.path, 'ssh-host-keys', file), '{"address":')
  await expect(keys.get('fe80::1%eth0', 22)).rejects.toThrow(/is damaged: remove that file/)
})
