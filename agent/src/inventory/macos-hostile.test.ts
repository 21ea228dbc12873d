import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { withoutCredentials } from '@rollcall/shared/inventory/without-credentials.ts'
import { describe, expect, it } from 'vitest'
import type { Host } from '../platform/host.ts'
import { type Recording, recordedHost } from '../platform/testing/recorded-host.ts'
import { macosPrinters } from './hardware/macos/printers.ts'
import { macosProfile } from './hardware/macos/profile.ts'
import { macosSources } from './macos-sources.ts'
import { observe } from './observe.ts'
import { binaryPlist } from './plist/testing/binary-plist.ts'
import { macosApplications } from './software/macos/applications.ts'
import { macosReceipts } from './software/macos/receipts.ts'
import type { Source } from './source.ts'
import { macosAccounts, parseAccounts } from './system/macos/accounts.ts'
import { parseFileVault } from './system/macos/file-vault.ts'
import { macosFirewall } from './system/macos/firewall.ts'
import { macosServices } from './system/macos/services.ts'
import { macosTimeSync } from './system/macos/time-sync.ts'
import { macosUpdates } from './system/macos/updates.ts'

/** Runs one source and returns its data and what it cut. */
async function collect<Part>(source: Source<Part>, host: Host) {
  const cuts: string[] = []
  return { part: await source.collect(host, (what) => cuts.push(what)), cuts }
}
const printing = (programs: NonNullable<Recording['programs']>) => recordedHost({ programs })
const profiling = (profile: unknown) => printing({ system_profiler: JSON.stringify(profile) })

describe('System Information with odd values', () => {
  it('loses only the odd sections, and says which', async () => {
    const host = profiling({
      SPHardwareDataType: 'nothing',
      SPMemoryDataType: { _items: [] },
      SPNVMeDataType: [{ _items: [{ _name: 'disk', size_in_bytes: -1, device_serial: ['x'] }, null, 7] }, null],
      SPStorageDataType: [{ mount_point: '/', bsd_name: 5, free_space_in_bytes: 1e300, size_in_bytes: '12' }],
      SPPowerDataType: [
        { _name: 'spbattery_information', sppower_battery_charge_info: { sppower_battery_state_of_charge: 400 } },
      ],
    })
    const { part, cuts } = await collect(macosProfile, host)
    expect(cuts).toEqual([
      'cannot read all of SPHardwareDataType',
      'cannot read all of SPMemoryDataType',
      'cannot read all of SPNVMeDataType',
    ])
    expect(part.disks).toEqual([
      expect.objectContaining({ name: 'disk', sizeBytes: undefined, serialNumber: undefined, kind: 'ssd' }),
    ])
    expect(part.volumes).toEqual([
      expect.objectContaining({ mount: '/', device: '/dev/5', sizeBytes: 12, freeBytes: undefined }),
    ])
    expect(part.batteries?.[0]?.chargePercent).toBeUndefined()
  })

  it.each(['', 'null', '[]', '"text"', '{"SPApplicationsDataType":', '{"SPApplicationsDataType":[{"_name":"a'])(
    'fails, without an empty list, for the output %j',
    async (output) => {
      await expect(macosApplications.collect(printing({ system_profiler: output }))).rejects.toThrow()
    },
  )

  it('stops after the most USB devices, and at a depth that no bus has', async () => {
    const device = (index: number) => ({ _name: `d${index}`, vendor_id: '0x1', location_id: `${index}` })
    const many = { _items: Array.from({ length: 5000 }, (_, index) => device(index)) }
    const found = await collect(macosProfile, profiling({ SPUSBDataType: [many] }))
    expect(found.part.components).toHaveLength(1024)
    expect(found.cuts).toEqual(['stopped after 1024 USB devices'])
    const deep = `${'[{"_items":'.repeat(1000)}[]${'}]'.repeat(1000)}`
    const host = printing({ system_profiler: `{"SPUSBDataType":${deep}}` })
    expect((await collect(macosProfile, host)).part.components).toEqual([])
  })

  it('shows a display with a damaged EDID by its other fields', async () => {
    const display = { _name: 'Example 27', _spdisplays_displayID: '2', '_spdisplays_display-year': '2019' }
    const monitors = async (edid: unknown) =>
      collect(
        macosProfile,
        profiling({ SPDisplaysDataType: [{ spdisplays_ndrvs: [{ ...display, _spdisplays_edid: edid }] }] }),
      )
    for (const edid of ['0x00ffffffffffff00', 'nonsense', 7, '0x0']) {
      expect((await monitors(edid)).part.monitors).toMatchObject([{ port: '2', model: 'Example 27', made: '2019' }])
    }
    expect((await monitors('0x00ffffffffffff00')).cuts).toEqual([expect.stringContaining('ends after 8 bytes')])
    const whole = `0x00ffffffffffff0010ac01403930000007 1d`.replace(' ', '') + '00'.repeat(110)
    expect((await monitors(whole)).part.monitors).toMatchObject([
      { manufacturer: 'Dell', serialNumber: '12345', made: '2019-W07', model: 'Example 27' },
    ])
  })

  it('keeps names with newlines and escapes on one line, and cuts very long ones', async () => {
    const names = ['a\nb\r\n\u001b[31mc', 'x'.repeat(2 ** 20), '  ']
    const applications = names.map((name) => ({ _name: name, version: '1\u0000\n2' }))
    const seen = await observe(
      recordedHost({
        programs: {
          'system_profiler -json SPApplicationsDataType': JSON.stringify({ SPApplicationsDataType: applications }),
        },
      }),
      {
        now: () => new Date('2026-11-20T08:00:00Z'),
        newId: () => '01990000-0000-7000-8000-000000000001',
        sources: { ...macosSources, hardware: [], software: [macosApplications] },
      },
    )
    expect(observationSchema.parse(seen).software).toMatchObject([
      { name: 'a b  [31mc', version: '1  2' },
      { name: 'x'.repeat(512), version: '1  2' },
    ])
  })
})

it('reads no printer from a remark, and removes credentials from addresses', async () => {
  const remark = { SPPrintersDataType: [{ _name: 'no_info_found', status: 'The printers list is empty.' }] }
  expect((await macosPrinters.collect(profiling(remark))).printQueues).toEqual([])
  expect(
    ['smb://dom;u:p%40@host/q', 'ipp://u@h:631/p?token=x#y', 'usb://Example/Laser?serial=1', 'lpd://h/a@b'].map(
      withoutCredentials,
    ),
  ).toEqual(['smb://host/q', 'ipp://h:631/p', 'usb://Example/Laser', 'lpd://h/a@b'])
})

describe('states', () => {
  it.each([
    ['FileVault is On.\n', 'on'],
    ['FileVault is Off.\n', 'off'],
    ['FileVault is On.\nEncryption in progress: Percent completed = 12.5\n', 'in-progress'],
    ['FileVault is Off.\nDecryption in progress: Percent completed = 3\n', 'in-progress'],
    ['Error: \nFileVault is Onerous', undefined],
    ['', undefined],
  ])('of FileVault: %j', (text, state) => {
    expect(parseFileVault(text)).toBe(state)
  })

  it('are absent if a program prints something else', async () => {
    await expect(
      macosFirewall.collect(printing({ '/usr/libexec/ApplicationFirewall/socketfilterfw': 'usage' })),
    ).rejects.toThrow('socketfilterfw printed no state')
    const remark = { stdout: 'You need administrator access to run this tool... exiting!\n', code: 14 }
    const refused = recordedHost({
      programs: { systemsetup: remark },
      files: { '/etc/ntp.conf': 'server ntp.example\n' },
    })
    expect((await macosTimeSync.collect(refused)).security?.timeSync).toEqual({
      service: 'timed',
      state: undefined,
      servers: ['ntp.example'],
    })
  })

  it('of updates are unknown without a search', async () => {
    const path = '/Library/Preferences/com.apple.SoftwareUpdate.plist'
    const updates = (state: Parameters<typeof binaryPlist>[0]) =>
      macosUpdates.collect(recordedHost({ files: { [path]: binaryPlist(state) } }))
    expect(await updates({ RecommendedUpdates: [] })).toEqual({})
    expect(await updates({ LastSuccessfulDate: new Date(0), RecommendedUpdates: [] })).toEqual({})
    const date = new Date('2026-01-01T00:00:00Z')
    expect(await updates({ LastSuccessfulDate: date, RecommendedUpdates: ['x', { Identifier: 5 }] })).toEqual({
      os: { pendingUpdates: { listsFrom: date.toISOString(), updates: [{ name: '5' }] } },
    })
  })
})

it('reads the other receipts and services if some are damaged', async () => {
  const receipts = {
    '/var/db/receipts/a.plist': binaryPlist({ PackageIdentifier: 'a', PackageVersion: 7, InstallDate: 'today' }),
    '/var/db/receipts/b.plist': 'no plist',
    '/var/db/receipts/c.plist': binaryPlist({ PackageIdentifier: 'c' }).subarray(0, 40),
    '/var/db/receipts/d.plist': binaryPlist(['d']),
  }
  const found = await collect(macosReceipts, recordedHost({ files: receipts }))
  expect(found.part).toEqual([{ name: 'a', version: '7', source: 'pkgutil' }])
  expect(found.cuts).toEqual([expect.stringMatching(/^cannot read 2 files: \/var\/db\/receipts\/b\.plist \(/)])

  const files = {
    '/Library/LaunchDaemons/a.plist': '<plist><dict><key>Label</key>',
    '/Library/LaunchDaemons/b.plist': binaryPlist({ Label: 'b', KeepAlive: { SuccessfulExit: false }, Program: 1 }),
  }
  const list = '-\t78\tb\n-\t0\n\nrubbish'
  const services = await collect(macosServices, recordedHost({ files, programs: { launchctl: list } }))
  expect(services.part.systemServices).toEqual([
    expect.objectContaining({ name: 'b', start: 'automatic', state: 'failed' }),
  ])
  expect(services.cuts).toHaveLength(1)
})

it('refuses accounts in another form, and accepts odd ones', async () => {
  await expect(macosAccounts.collect(printing({ dscl: '<plist><dict/></plist>', who: '' }))).rejects.toThrow(
    'dscl printed no list of accounts',
  )
  const user = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`dsAttrTypeStandard:${name}`, value]))
  const users = [
    user({ RecordName: ['alice'], UniqueID: ['-2'] }),
    user({ RecordName: 'bob', UniqueID: ['501'] }),
    user({ RecordName: [], UniqueID: ['502'] }),
    user({ RecordName: ['carol'], UniqueID: ['503'], UserShell: [7], AuthenticationAuthority: [';ShadowHash;'] }),
    'dave',
  ]
  expect(
    parseAccounts(users, null, '').map(({ name, isAdministrator, isDisabled }) => [name, isAdministrator, isDisabled]),
  ).toEqual([['carol', false, false]])
})
