import { describe, expect, it } from 'vitest'
import { LimitError } from '../../../platform/host.ts'
import { recordedHost } from '../../../platform/testing/recorded-host.ts'
import { namesMax } from '../../../platform/windows/registry-values.ts'
import { type RecordedRegistry, recordedWindows } from '../../../platform/windows/testing/recorded-windows.ts'
import type { SoftwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { storePackages } from './store-packages.ts'
import { uninstallKeys } from './uninstall-keys.ts'
import { windowsUpdates } from './updates.ts'

type Recorded = Parameters<typeof recordedWindows>[0] & { files?: Record<string, string> }

/** Runs a source and returns its packages and what it cut. */
async function collect(source: (api: ReturnType<typeof recordedWindows>) => Source<SoftwarePart>, recorded: Recorded) {
  const { files = {}, ...recording } = recorded
  const cuts: string[] = []
  const part = await source(recordedWindows(recording)).collect(recordedHost({ files }), (what) => cuts.push(what))
  return { part, cuts }
}

const microsoft = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion'
const uninstall = `${microsoft}\\Uninstall`
const alice = 'S-1-5-21-1004336348-1177238915-682003330-1001'

describe('programs to uninstall', () => {
  it('are those of both views, of each loaded user, and of Windows Installer for a user who is not signed in', async () => {
    const registry: RecordedRegistry = {
      [`${uninstall}\\{90160000-0011-0000-1000-0000000FF1CE}`]: {
        DisplayName: 'Éditeur 2024',
        DisplayVersion: '7.1',
        Publisher: 'Example',
        InstallDate: '20240229',
        EstimatedSize: 10,
        WindowsInstaller: 1,
      },
      [`HKU\\${alice}\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Chat`]: {
        DisplayName: 'Chat',
        DisplayVersion: 5,
      },
      'HKU\\S-1-5-19\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\X': { DisplayName: 'Of a service' },
      [`${microsoft}\\Installer\\UserData\\S-1-5-21-1-2-3-1002\\Products\\0123\\InstallProperties`]: {
        DisplayName: 'For bob',
        DisplayVersion: '1.0',
      },
      [`${microsoft}\\Installer\\UserData\\S-1-5-18\\Products\\4567\\InstallProperties`]: { DisplayName: 'Listed' },
    }
    const registry32 = { [`${uninstall}\\Old`]: { DisplayName: 'Old', VersionMajor: 3, VersionMinor: 14 } }
    const { part, cuts } = await collect(uninstallKeys, { registry, registry32 })
    expect(part).toEqual([
      {
        name: 'Éditeur 2024',
        version: '7.1',
        publisher: 'Example',
        architecture: 'x64',
        source: 'uninstall-keys',
        installDate: '2024-02-29T00:00:00.000Z',
        sizeBytes: 10_240,
      },
      { name: 'Old', version: '3.14', architecture: 'x86', source: 'uninstall-keys' },
      { name: 'Chat', version: '5', source: 'uninstall-keys' },
      { name: 'For bob', version: '1.0', source: 'uninstall-keys' },
    ])
    expect(cuts).toEqual([])
  })

  it.each<[string, Record<string, string | number>, boolean]>([
    ['a component', { SystemComponent: 1 }, false],
    ['a component, as text', { SystemComponent: '1' }, false],
    ['no component', { SystemComponent: 0 }, true],
    ['a patch of a program', { ParentKeyName: 'Suite' }, false],
    ['a patch by the name of its program', { ParentDisplayName: 'Suite' }, false],
    ['a patch of nothing', { ParentKeyName: ' ' }, true],
    ['a hotfix', { ReleaseType: 'Hotfix' }, false],
    ['a security update', { ReleaseType: 'Security Update' }, false],
    ['a released product', { ReleaseType: 'Product' }, true],
    ['a program that cannot be removed', { NoRemove: 1 }, true],
  ])('are shown as in Programs and Features: %s', async (_, values, isShown) => {
    const registry = { [`${uninstall}\\a`]: { DisplayName: 'A', ...values }, [`${uninstall}\\b`]: { DisplayName: ' ' } }
    expect((await collect(uninstallKeys, { registry })).part).toHaveLength(isShown ? 1 : 0)
  })

  it('on ARM have no architecture in the 64-bit view, where programs of both are', async () => {
    const environment = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment'
    const registry = { [environment]: { PROCESSOR_ARCHITECTURE: 'ARM64' }, [`${uninstall}\\a`]: { DisplayName: 'A' } }
    expect((await collect(uninstallKeys, { registry })).part[0]?.architecture).toBeUndefined()
  })

  it('cost only themselves if a value has another type, or a key cannot be read', async () => {
    const registry: RecordedRegistry = {
      [`${uninstall}\\a`]: {
        DisplayName: 'A\nnew line',
        DisplayVersion: Buffer.from([1, 2]),
        Publisher: ['x', 'y'],
        InstallDate: Buffer.alloc(8),
        EstimatedSize: 'large',
        SystemComponent: Buffer.from([1]),
      },
      [`${uninstall}\\b`]: { DisplayName: { type: 'oversized', bytes: 2 ** 20 } },
      [`${uninstall}\\c`]: { DisplayName: 'C', Comments: { type: 'oversized', bytes: 2 ** 20 } },
      [`${uninstall}\\d`]: 'refused',
      [`${uninstall}\\e`]: { DisplayName: { type: 'qword', value: 2n ** 64n - 1n }, EstimatedSize: 2 ** 32 - 1 },
    }
    const { part, cuts } = await collect(uninstallKeys, { registry })
    expect(part.map(({ name, version, sizeBytes }) => [name, version, sizeBytes])).toEqual([
      ['A\nnew line', '', undefined],
      ['C', '', undefined],
      ['18446744073709551615', '', (2 ** 32 - 1) * 1024],
    ])
    expect(cuts).toEqual([
      `cannot read 1 registry keys: registry key ${uninstall}\\d: access denied`,
      `left out 2 values over 65536 bytes, such as ${uninstall}\\b\\DisplayName`,
    ])
  })

  it('of one view are reported as missing if they are too many, and the others stay', async () => {
    const keys = Array.from({ length: namesMax + 1 }, (_, index) => [
      `${uninstall}\\${index}`,
      { DisplayName: `${index}` },
    ])
    const registry32 = { [`${uninstall}\\a`]: { DisplayName: 'A' } }
    const { part, cuts } = await collect(uninstallKeys, { registry: Object.fromEntries(keys), registry32 })
    expect(part.map(({ name }) => name)).toEqual(['A'])
    expect(cuts).toEqual([expect.stringContaining(`more than ${namesMax} names`)])
  })

  it('are read by the thousands', async () => {
    const keys = Array.from({ length: 15_000 }, (_, index) => [`${uninstall}\\${index}`, { DisplayName: `${index}` }])
    expect((await collect(uninstallKeys, { registry: Object.fromEntries(keys) })).part).toHaveLength(15_000)
  })
})

describe('updates of Windows', () => {
  const packages = `${microsoft}\\Component Based Servicing\\Packages`
  const token = '31bf3856ad364e35~amd64~'
  // 2024-01-10T08:00:00Z as FILETIME.
  const installed = { CurrentState: 0x70, InstallTimeHigh: 0x1da439b, InstallTimeLow: 0x264c000 }

  it('are listed once for each number, in the newest version, without parts and features', async () => {
    const registry: RecordedRegistry = {
      [`${packages}\\Package_for_KB5034441~${token}~19041.3920.1.2`]: installed,
      [`${packages}\\Package_for_KB5034441~${token}~19041.3930.1.2`]: installed,
      [`${packages}\\Package_1_for_KB5034441~${token}~19041.3920.1.2`]: installed,
      [`${packages}\\Package_for_KB5011048~${token}~10.0.9166.1`]: { ...installed, CurrentState: 0x50 },
      [`${packages}\\Package_for_KB5012170~${token}~1.3`]: { ...installed, CurrentState: 0x60 },
      [`${packages}\\Microsoft-Windows-Printing-Foundation-Package~${token}~10.0.19041.1`]: installed,
      [`${packages}\\Package_for_KB4589212_RTM~${token}~2.1`]: { CurrentState: '112' },
    }
    const { part } = await collect(windowsUpdates, { registry })
    expect(part).toEqual([
      expect.objectContaining({ name: 'KB4589212', version: '2.1', installDate: undefined }),
      {
        name: 'KB5034441',
        version: '19041.3930.1.2',
        architecture: 'amd64',
        publisher: 'Microsoft',
        source: 'windows-update',
        installDate: '2024-01-10T08:00:00.000Z',
      },
    ])
  })

  it('that are roll-ups have the number of their download or of their manifest', async () => {
    const manifest = (package_: string) =>
      `<?xml version="1.0"?><assembly supportInformation="https://support.microsoft.com/help/5000001">${package_}</assembly>`
    const registry: RecordedRegistry = {
      [`${packages}\\Package_for_RollupFix~${token}~19041.3930.1.5`]: installed,
      [`${packages}\\Package_for_DotNetRollup_481~${token}~10.0.9206.2`]: {
        ...installed,
        InstallLocation:
          '\\\\?\\C:\\Windows\\SoftwareDistribution\\Download\\x\\windows10.0-kb5034275-x64-ndp481.cab\\',
      },
      [`${packages}\\Package_for_ServicingStack_3920~${token}~19041.3920.1.0`]: installed,
      [`${packages}\\Package_for_Other~${token}~1.0`]: installed,
    }
    const folder = 'C:\\Windows\\servicing\\Packages'
    const files = {
      [`${folder}\\Package_for_RollupFix~${token}~19041.3930.1.5.mum`]: manifest(
        '<package identifier="KB5034122" releaseType="Update">',
      ),
      [`${folder}\\Package_for_ServicingStack_3920~${token}~19041.3920.1.0.mum`]: manifest('<package identifier="x">'),
    }
    expect((await collect(windowsUpdates, { registry, files })).part.map(({ name }) => name)).toEqual([
      'KB5034275',
      'Package_for_Other',
      'KB5034122',
      'KB5000001',
    ])
  })
})

it('reads the number of an update from a manifest of any size, and names those that it does not read', async () => {
  const packages = `${microsoft}\\Component Based Servicing\\Packages`
  const keys = Array.from(
    { length: 513 },
    (_, index) => `Package_for_RollupFix~31bf3856ad364e35~amd64~~10.0.0.${index}`,
  )
  const registry = Object.fromEntries(keys.map((key) => [`${packages}\\${key}`, { CurrentState: 0x70 }]))
  const path = `C:\\Windows\\servicing\\Packages\\${keys[0]}.mum`
  const files = { [path]: `<package identifier="KB5034122">${' '.repeat(17 * 1024 * 1024)}` }
  const { part, cuts } = await collect(windowsUpdates, { registry, files })
  expect(part.map(({ name }) => name)).toContain('KB5034122')
  expect(cuts).toEqual(['stopped after 512 updates without a number in their name'])
})

describe('packages of the Store', () => {
  const store = `${microsoft}\\Appx\\AppxAllUserStore`
  const repository = `HKU\\${alice}_Classes\\Local Settings\\Software\\Microsoft\\Windows\\CurrentVersion\\AppModel\\Repository\\Packages`
  const hive = { [`HKU\\${alice}\\Volatile Environment`]: { USERNAME: 'alice' } }

  it('are the applications of all users, without frameworks, resources, bundles and parts of Windows', async () => {
    const registry: RecordedRegistry = {
      ...hive,
      [`${repository}\\SpotifyAB.SpotifyMusic_1.232.997.0_x64__zpdnekdrzrea0`]: { DisplayName: 'Spotify Music' },
      [`${repository}\\Microsoft.WindowsCalculator_11.2311.0.0_x64__8wekyb3d8bbwe`]: {
        DisplayName: '@{Microsoft.WindowsCalculator_11.2311.0.0_x64__8wekyb3d8bbwe?ms-resource://x}',
      },
      [`${repository}\\Microsoft.WindowsCalculator_11.2311.0.0_neutral_split.language-de_8wekyb3d8bbwe`]: {},
      [`${repository}\\Microsoft.VCLibs.140.00_14.0.32530.0_x64__8wekyb3d8bbwe`]: { DisplayName: 'VCLibs' },
      [`${repository}\\Microsoft.Windows.Search_1.14.10.19041_neutral_neutral_cw5n1h2txyewy`]: {
        DisplayName: 'Search',
      },
      [`${store}\\Applications\\Microsoft.WindowsCalculator_2021.2307.4.0_neutral_~_8wekyb3d8bbwe`]: {},
      [`${store}\\S-1-5-21-1-2-3-1002\\Example.Notes_1.0.0.0_x64__0123456789abc`]: {
        Path: 'C:\\Program Files\\WindowsApps\\Example.Notes_1.0.0.0_x64__0123456789abc\\AppxManifest.xml',
      },
      [`${store}\\S-1-5-21-1-2-3-1002\\Example.Notes_0.9.0.0_x64__0123456789abc`]: {},
      [`${store}\\S-1-5-21-1-2-3-1002\\Example.Runtime_1.0.0.0_x64__0123456789abc`]: {
        Path: 'C:\\Program Files\\WindowsApps\\Example.Runtime_1.0.0.0_x64__0123456789abc\\AppxManifest.xml',
      },
      [`${store}\\Staged\\Example.Staged_1.0.0.0_x64__0123456789abc`]: {},
    }
    const folder = 'C:\\Program Files\\WindowsApps'
    const files = {
      [`${folder}\\Example.Notes_1.0.0.0_x64__0123456789abc\\AppxManifest.xml`]:
        '<Package><Properties>\n<DisplayName>Notes &amp; more</DisplayName><PublisherDisplayName>Example Inc.</PublisherDisplayName></Properties></Package>',
      [`${folder}\\Example.Runtime_1.0.0.0_x64__0123456789abc\\AppxManifest.xml`]:
        '<Package><Properties><Framework>true</Framework></Properties></Package>',
    }
    const { part } = await collect(storePackages, { registry, files })
    const package_ = (name: string, version: string, publisher?: string) => ({
      name,
      version,
      publisher,
      architecture: 'x64',
      source: 'windows-store',
    })
    expect(part).toEqual([
      package_('Microsoft.WindowsCalculator', '11.2311.0.0', 'Microsoft'),
      package_('Spotify Music', '1.232.997.0'),
      package_('Notes & more', '1.0.0.0', 'Example Inc.'),
    ])
  })

  it('have a manifest from the folder of Windows, never from one that a user chose', async () => {
    const fullName = 'Example.Notes_1.0.0.0_x64__0123456789abc'
    const registry: RecordedRegistry = {
      ...hive,
      [`${repository}\\${fullName}`]: { DisplayName: 'Notes', PackageRootFolder: '\\\\198.51.100.1\\share' },
    }
    const manifest = (name: string) => `<Package><Properties><DisplayName>${name}</DisplayName></Properties></Package>`
    const foreign = { '\\\\198.51.100.1\\share\\AppxManifest.xml': manifest('Foreign') }
    const names = async (files: Record<string, string>) =>
      (await collect(storePackages, { registry, files })).part.map(({ name }) => name)
    expect(await names(foreign)).toEqual(['Notes'])
    const own = { [`C:\\Program Files\\WindowsApps\\${fullName}\\AppxManifest.xml`]: manifest('Own') }
    expect(await names({ ...foreign, ...own })).toEqual(['Own'])
  })

  it('have the name of their package if the manifest is too large', async () => {
    const registry: RecordedRegistry = {
      [`${store}\\Applications\\Example.Notes_1.0.0.0_x64__0123456789abc`]: { Path: 'C:\\a\\AppxManifest.xml' },
      [`${store}\\Applications\\Other_1.0.0.0_x64__0123456789abc`]: {},
    }
    const host = { ...recordedHost({}), readFile: async () => Promise.reject(new LimitError('too large')) }
    const found = await storePackages(recordedWindows({ registry })).collect(host)
    expect(found.map(({ name }) => name)).toEqual(['Example.Notes', 'Other'])
  })

  it.each([
    ['unending elements', '<Properties>'.repeat(80_000)],
    ['endless spaces', `<Properties><DisplayName>${' '.repeat(900_000)}<x/></Properties>`],
    ['no end', `<Properties><DisplayName>Notes</DisplayName>${'<DisplayName>'.repeat(70_000)}`],
  ])('are read quickly, whatever their manifest has: %s', async (_, manifest) => {
    const registry = {
      [`${store}\\Applications\\Example.Notes_1.0.0.0_x64__0123456789abc`]: { Path: 'C:\\a\\AppxManifest.xml' },
    }
    const { part } = await collect(storePackages, { registry, files: { 'C:\\a\\AppxManifest.xml': manifest } })
    expect(part).toHaveLength(1)
  })

  it('are not made of odd names and values', async () => {
    const names = [
      '',
      'a',
      'a_b_c_d_e',
      'A_1.0.0.0_x64__short',
      '..\\..\\x_1.0.0.0_x64__0123456789abc',
      `${'a'.repeat(70)}_1.0.0.0_x64__0123456789abc`,
      'Line\nbreak_1.0.0.0_x64__0123456789abc',
      '_'.repeat(1_000_000),
    ]
    const registry: RecordedRegistry = Object.fromEntries(names.map((name) => [`${store}\\Applications\\${name}`, {}]))
    registry[`${store}\\Applications\\Fine_1.0.0.0_x64__0123456789abc`] = { Path: Buffer.from('x') }
    expect((await collect(storePackages, { registry })).part.map(({ name }) => name)).toEqual(['Fine'])
  })
})
