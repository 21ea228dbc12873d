import { expect, it } from 'vitest'
import type { Host } from '../../platform/host.ts'
import { recordedHost } from '../../platform/testing/recorded-host.ts'
import { type RecordedRegistry, recordedWindows } from '../../platform/windows/testing/recorded-windows.ts'
import { windowsPrinters } from '../hardware/windows/printers.ts'
import { storePackages } from '../software/windows/store-packages.ts'
import { uninstallKeys } from '../software/windows/uninstall-keys.ts'

const alice = 'S-1-5-21-1004336348-1177238915-682003330-1001'
const bob = 'S-1-5-21-1004336348-1177238915-682003330-1002'
const profiles = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList'
const appx = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Appx\\AppxAllUserStore'
const repository = 'Local Settings\\Software\\Microsoft\\Windows\\CurrentVersion\\AppModel\\Repository\\Packages'
const musicName = 'ExampleAB.Music_1.2.3.0_x64__abcdefghjkmnp'

const machine: RecordedRegistry = {
  'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Print\\Printers\\Office': { Name: 'Office', Port: 'LPT1:' },
  [`${appx}\\${alice}\\${musicName}`]: {},
}
const ofAlice = (program = 'Meetings', version = '1.0'): RecordedRegistry => ({
  [`HKU\\${alice}\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${program}`]: {
    DisplayName: program,
    DisplayVersion: version,
  },
  [`HKU\\${alice}\\Printers\\Connections\\,,server,Color`]: {},
  [`HKU\\${alice}\\Software\\Microsoft\\Windows NT\\CurrentVersion\\Windows`]: { Device: 'Office,winspool,Ne01:' },
  [`HKU\\${alice}_Classes\\${repository}\\${musicName}`]: { DisplayName: 'Example Music' },
})
const withProfiles = (...sids: string[]): RecordedRegistry =>
  Object.fromEntries(sids.map((sid) => [`${profiles}\\${sid}`, { ProfileImagePath: `C:\\Users\\${sid}` }]))

/** A machine whose cache lasts over several runs. */
function machineWithCache() {
  const cache = new Map<string, { fingerprint: string; text: string }>()
  const cached: Host['cached'] = async (key, fingerprint, compute) => {
    const earlier = cache.get(key)
    const text = earlier?.fingerprint === fingerprint ? earlier.text : await compute(earlier?.text)
    cache.set(key, { fingerprint, text })
    return text
  }
  const host: Host = { ...recordedHost({}), cached }
  const run = async (...parts: RecordedRegistry[]) => {
    const api = recordedWindows({ registry: Object.assign({}, machine, ...parts) })
    return {
      printers: (await windowsPrinters(api).collect(host)).printQueues,
      programs: await uninstallKeys(api).collect(host),
      store: await storePackages(api).collect(host),
    }
  }
  return { run, cache }
}

it('reports the same at the sign-out and the next sign-in of a user', async () => {
  const { run } = machineWithCache()
  const signedIn = await run(withProfiles(alice, bob), ofAlice())
  expect(signedIn).toMatchObject({
    printers: [
      { name: 'Office', isDefault: true },
      { name: '\\\\server\\Color', isDefault: false },
    ],
    programs: [{ name: 'Meetings', version: '1.0' }],
    store: [{ name: 'Example Music' }],
  })
  expect(await run(withProfiles(alice, bob))).toEqual(signedIn)
  expect(await run(withProfiles(alice, bob))).toEqual(signedIn)
  expect(await run(withProfiles(alice, bob), ofAlice())).toEqual(signedIn)
})

it('replaces the list of a user at the next sign-in, and drops it with the profile', async () => {
  const { run } = machineWithCache()
  await run(withProfiles(alice), ofAlice())
  expect((await run(withProfiles(alice), ofAlice('Other', '2.0'))).programs).toMatchObject([{ name: 'Other' }])
  expect((await run(withProfiles(alice))).programs).toMatchObject([{ name: 'Other', version: '2.0' }])
  expect(await run(withProfiles(bob))).toMatchObject({ printers: [{ name: 'Office' }], programs: [] })
})

it.each(['', '{', 'null', '[1]', `{"${alice}":7}`, `{"${alice}":[null,[],"x"]}`])(
  'reads a damaged cache (%#)',
  async (text) => {
    const { run, cache } = machineWithCache()
    for (const name of ['windows-printers', 'uninstall-keys', 'store-packages'])
      cache.set(`users-${name}`, { fingerprint: 'other', text })
    expect(await run(withProfiles(alice))).toMatchObject({ printers: [{ name: 'Office' }], programs: [] })
  },
)

it('keeps no huge list of a user', async () => {
  const { run, cache } = machineWithCache()
  const huge = ofAlice('x'.repeat(600_000))
  expect((await run(withProfiles(alice), huge)).programs).toHaveLength(1)
  expect((await run(withProfiles(alice))).programs).toEqual([])
  expect(cache.get('users-uninstall-keys')?.text.length).toBeLessThan(1000)
})
