import { describe, expect, test } from 'vitest'
import { recordedHost } from '../../../platform/testing/recorded-host.ts'
import type { Counted } from '../../../platform/windows/api.ts'
import { BrokenBlockError } from '../../../platform/windows/memory-block.ts'
import { MemoryWriter } from '../../../platform/windows/testing/memory-writer.ts'
import { recordedWindows, type WindowsRecording } from '../../../platform/windows/testing/recorded-windows.ts'
import { windowsAccounts } from '../../system/windows/accounts.ts'
import { windowsSecureBoot, windowsTpm } from '../../system/windows/security.ts'
import { programOf, windowsServices } from '../../system/windows/services.ts'
import { windowsProcessors } from './processors.ts'
import { windowsKernel, windowsMemory, windowsSmbios, windowsVirtualization } from './system.ts'

const host = recordedHost({})

/** A record of SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX. */
function record(relation: number, masks: { bits: bigint; group: number }[]): Buffer {
  const bytes = Buffer.alloc(32 + masks.length * 16)
  bytes.writeUInt32LE(relation, 0)
  bytes.writeUInt32LE(bytes.length, 4)
  bytes.writeUInt16LE(masks.length, 30)
  for (const [index, { bits, group }] of masks.entries()) {
    bytes.writeBigUInt64LE(bits, 32 + index * 16)
    bytes.writeUInt16LE(group, 40 + index * 16)
  }
  return bytes
}
const [core, cache, socket] = [0, 2, 3]
const one = (bits: bigint, group = 0) => [{ bits, group }]

describe('processors', () => {
  const registry = {
    'HKLM\\HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0': {
      ProcessorNameString: 'Intel(R) Xeon(R)  Gold 6338 CPU @ 2.00GHz ',
      VendorIdentifier: 'GenuineIntel',
      '~MHz': 1995,
    },
  }

  test('two sockets with two threads a core, in two groups', async () => {
    const processors = Buffer.concat([
      record(socket, one(0b1111n, 0)),
      record(core, one(0b0011n, 0)),
      record(cache, one(0b1111n, 0)),
      record(core, one(0b1100n, 0)),
      record(socket, one(0b0011n, 1)),
      record(core, one(0b0011n, 1)),
    ])
    const model = 'Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz'
    expect(await windowsProcessors(recordedWindows({ registry, processors: () => processors })).collect(host)).toEqual({
      processors: [
        { manufacturer: 'Intel', model, cores: 2, threads: 4, speedMhz: 1995 },
        { manufacturer: 'Intel', model, cores: 1, threads: 2, speedMhz: 1995 },
      ],
    })
  })

  test('a record that lies about its size is an error', async () => {
    const good = record(socket, one(1n))
    for (const size of [0, 7, 8, good.length + 1, 0xffffffff]) {
      const bytes = Buffer.from(good)
      bytes.writeUInt32LE(size, 4)
      const api = recordedWindows({ registry, processors: () => bytes })
      await expect(windowsProcessors(api).collect(host), `${size}`).rejects.toThrow(BrokenBlockError)
    }
    const groups = Buffer.from(good)
    groups.writeUInt16LE(0xffff, 30)
    await expect(windowsProcessors(recordedWindows({ processors: () => groups })).collect(host)).rejects.toThrow(
      BrokenBlockError,
    )
  })
})

test('version, start and memory', async () => {
  const version = Buffer.alloc(284)
  for (const [index, value] of [284, 10, 0, 22_631].entries()) version.writeUInt32LE(value, index * 4)
  const memory = Buffer.alloc(64)
  memory.writeBigUInt64LE(17_006_862_336n, 8)
  const api = recordedWindows({ osVersion: () => version, uptimeMs: () => 3_600_000, memoryStatus: () => memory })
  const now = () => Date.UTC(2026, 3, 1, 12, 0, 3)
  expect(await windowsKernel(api, now).collect(host)).toEqual({
    os: { kernel: '10.0.22631', bootedAt: '2026-04-01T11:00:00.000Z' },
  })
  expect(await windowsMemory(api).collect(host)).toEqual({ memory: { totalBytes: 17_006_862_336 } })
  const cut = recordedWindows({ osVersion: () => version.subarray(0, 9), uptimeMs: () => 0 })
  await expect(windowsKernel(cut).collect(host)).rejects.toThrow(BrokenBlockError)
})

test.each([
  ['Microsoft Corporation', 'Virtual Machine', 'microsoft'],
  ['Microsoft Corporation', 'Surface Laptop 5', undefined],
  ['VMware, Inc.', 'VMware7,1', 'vmware'],
])('a machine of %s, %s runs on %s', async (SystemManufacturer, SystemProductName, virtualization) => {
  const registry = { 'HKLM\\HARDWARE\\DESCRIPTION\\System\\BIOS': { SystemManufacturer, SystemProductName } }
  expect(await windowsVirtualization(recordedWindows({ registry })).collect(host)).toEqual({
    system: { virtualization },
  })
})

test('the SMBIOS table comes from the firmware; a machine without one says so', async () => {
  const system = Buffer.concat([
    Buffer.from([1, 27, 1, 0, 1, 2, 0, 3]),
    Buffer.from('00112233445566778899aabbccddeeff', 'hex'),
    Buffer.from([6, 0, 0]),
    Buffer.from('Contoso\0Book 3\0SN-7\0\0', 'latin1'),
  ])
  const table = Buffer.concat([system, Buffer.from([127, 4, 2, 0, 0, 0])])
  const header = Buffer.from([0, 3, 0, 0, 0, 0, 0, 0])
  header.writeUInt32LE(table.length, 4)
  const api = recordedWindows({ smbiosTables: () => Buffer.concat([header, table]) })
  expect((await windowsSmbios(api).collect(host)).system).toMatchObject({
    manufacturer: 'Contoso',
    model: 'Book 3',
    serialNumber: 'SN-7',
  })
  await expect(windowsSmbios(recordedWindows({})).collect(host)).rejects.toThrow('no SMBIOS table')
})

/** ENUM_SERVICE_STATUS_PROCESSW structures. */
function serviceRows(rows: { name: string; text: string; type?: number; state: number; exit?: number }[]): Counted {
  const memory = new MemoryWriter()
  const first = memory.allocate(rows.length * 56)
  for (const [index, { name, text, type = 0x10, state, exit = 0 }] of rows.entries()) {
    const row = first + index * 56
    memory.wideText(row, name)
    memory.wideText(row + 8, text)
    memory.u32(row + 16, type)
    memory.u32(row + 20, state)
    memory.u32(row + 28, exit)
  }
  return { block: memory.block(), count: rows.length }
}

describe('services', () => {
  const services = [
    serviceRows([
      { name: 'Spooler', text: 'Druckwarteschlange', state: 4 },
      { name: 'CDPUserSvc_4f2a1', text: 'Connected Devices Platform', type: 0xf0, state: 4 },
    ]),
    serviceRows([
      { name: 'W32Time', text: 'Windows Time', state: 1, exit: 1077 },
      { name: 'Broken', text: 'Broken', state: 1, exit: 1067 },
    ]),
  ]
  const key = 'HKLM\\SYSTEM\\CurrentControlSet\\Services'
  const registry: WindowsRecording['registry'] = {
    [`${key}\\Spooler`]: { Start: 2, ImagePath: '%SystemRoot%\\System32\\spoolsv.exe', ObjectName: 'LocalSystem' },
    [`${key}\\W32Time`]: { Start: 3 },
    [`${key}\\Broken`]: { Start: Buffer.from([4]), ImagePath: { type: 'oversized', bytes: 1_048_576 } },
  }

  test.each([
    ['C:\\Windows\\system32\\svchost.exe -k netsvcs -p', 'C:\\Windows\\system32\\svchost.exe'],
    ['"C:\\Program Files\\App\\app.exe" --token s3cret', 'C:\\Program Files\\App\\app.exe'],
    ['C:\\Program Files\\My App\\app.EXE /password:s3cret', 'C:\\Program Files\\My App\\app.EXE'],
    ['C:\\a.exe\\b.exe s3cret', 'C:\\a.exe\\b.exe'],
    ['C:\\a.exe"s3cret"', 'C:\\a.exe'],
    ['\\SystemRoot\\System32\\x.sys', '\\SystemRoot\\System32\\x.sys'],
    ['%ProgramData%\\run.cmd s3cret', '%ProgramData%\\run.cmd'],
    ['C:\\tools\\agent --password s3cret.exe.x', 'C:\\tools\\agent'],
    ['C:\\tools\\agent --password s3cret.exe', 'C:\\tools\\agent'],
    ['cmd /c set TOKEN=s3cret & "C:\\a.exe"', 'cmd'],
    ['"C:\\no end.exe s3cret', undefined],
    ['""', undefined],
    ['', undefined],
    [undefined, undefined],
    [`${' '.repeat(1_000_000)}x`, 'x'],
  ])('the program of a service is shown without its arguments (%#)', (commandLine, program) => {
    expect(programOf(commandLine)).toBe(program)
  })

  test('services of all pieces have how they start; copies of a session are left out', async () => {
    expect(await windowsServices(recordedWindows({ registry, services: () => services })).collect(host)).toEqual({
      systemServices: [
        {
          name: 'Spooler',
          description: 'Druckwarteschlange',
          start: 'automatic',
          state: 'running',
          program: '%SystemRoot%\\System32\\spoolsv.exe',
          user: 'LocalSystem',
        },
        expect.objectContaining({ name: 'W32Time', start: 'manual', state: 'stopped' }),
        expect.objectContaining({ name: 'Broken', start: undefined, state: 'failed', program: undefined }),
      ],
    })
  })

  test('a list that promises more services than it has, or a text without an end, is an error', async () => {
    const [whole] = services
    if (!whole) throw new Error('no services')
    const many = { ...whole, count: 1_000_000 }
    const { address, bytes } = whole.block
    const cut = { count: 2, block: { address, bytes: bytes.subarray(0, bytes.length - 2) } }
    for (const piece of [many, cut])
      await expect(windowsServices(recordedWindows({ services: () => [piece] })).collect(host)).rejects.toThrow(
        BrokenBlockError,
      )
  })
})

/** USER_INFO_20 structures. */
function userRows(rows: { name: string; fullName: string; flags: number }[]): Counted {
  const memory = new MemoryWriter()
  const first = memory.allocate(rows.length * 32)
  for (const [index, { name, fullName, flags }] of rows.entries()) {
    memory.wideText(first + index * 32, name)
    memory.wideText(first + index * 32 + 8, fullName)
    memory.u32(first + index * 32 + 24, flags)
  }
  return { block: memory.block(), count: rows.length }
}

test('accounts: local ones, and those of a domain that have a profile', async () => {
  const [local, domain] = ['S-1-5-21-1-2-3', 'S-1-5-21-7-8-9']
  const profiles = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList'
  const sids: Record<string, string> = { Administrator: `${local}-500`, anna: `${local}-1001` }
  const api = recordedWindows({
    localUsers: () => [
      userRows([
        { name: 'Administrator', fullName: '', flags: 0x203 },
        { name: 'anna', fullName: 'Anna Schmidt', flags: 0x201 },
      ]),
    ],
    accountSid: (name) => sids[name],
    administratorSids: () => [`${local}-500`, `${domain}-1107`],
    registry: {
      [`${profiles}\\S-1-5-18`]: { ProfileImagePath: '%systemroot%\\system32\\config\\systemprofile' },
      [`${profiles}\\${local}-1001`]: { ProfileImagePath: 'C:\\Users\\anna' },
      [`${profiles}\\${domain}-1107`]: {
        ProfileImagePath: 'C:\\Users\\bob.EXAMPLE',
        LocalProfileLoadTimeHigh: 31_231_231,
        LocalProfileLoadTimeLow: 4_000_000_000,
      },
      [`HKU\\${domain}-1107\\Volatile Environment`]: { USERNAME: 'bob' },
      [`HKU\\${domain}-1107_Classes`]: {},
      [`HKU\\${local}-1001\\Environment`]: {},
      'HKU\\.DEFAULT\\Volatile Environment': {},
    },
    writtenAt: {
      [`HKU\\${domain}-1107\\Volatile Environment`]: new Date(0),
      'HKU\\.DEFAULT\\Volatile Environment': new Date(0),
    },
  })
  const { accounts } = await windowsAccounts(api).collect(host)
  expect(accounts).toMatchObject([
    { name: 'Administrator', id: `${local}-500`, isAdministrator: true, isDisabled: true, isSignedIn: false },
    { name: 'anna', fullName: 'Anna Schmidt', home: 'C:\\Users\\anna', isAdministrator: false, isDisabled: false },
    { name: 'bob.EXAMPLE', id: `${domain}-1107`, isAdministrator: true, isSignedIn: true },
  ])
  expect(accounts?.[2]?.lastSignInAt).toMatch(/^20\d\d-/)
})

test('accounts beyond the limit are cut, and the snapshot says so', async () => {
  const rows = Array.from({ length: 1100 }, (_, index) => ({ name: `u${index}`, fullName: '', flags: 0 }))
  const cuts: string[] = []
  const asked: string[] = []
  const api = recordedWindows({
    localUsers: () => [userRows(rows)],
    accountSid: (name) => void asked.push(name),
  })
  const { accounts } = await windowsAccounts(api).collect(host, (what) => cuts.push(what))
  expect(accounts).toHaveLength(1024)
  expect(asked).toHaveLength(1024)
  expect(cuts).toEqual(['stopped after 1024 accounts'])
})

const tpmInfo = (version: number) => {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(1, 0)
  bytes.writeUInt32LE(version, 4)
  return bytes
}

test.each([
  [tpmInfo(2), { isPresent: true, version: '2.0' }],
  [tpmInfo(1), { isPresent: true, version: '1.2' }],
  [tpmInfo(9), { isPresent: true, version: undefined }],
  [undefined, { isPresent: false, version: undefined }],
])('TPM %#', async (info, tpm) => {
  expect(await windowsTpm(recordedWindows({ tpmDevice: () => info })).collect(host)).toEqual({ security: { tpm } })
})

const control = 'HKLM\\SYSTEM\\CurrentControlSet\\Control'
test.each([
  [{ [`${control}\\SecureBoot\\State`]: { UEFISecureBootEnabled: 1 } }, 'on'],
  [{ [`${control}\\SecureBoot\\State`]: { UEFISecureBootEnabled: 0 } }, 'off'],
  [{ [control]: { PEFirmwareType: 1 } }, 'unsupported'],
  [{ [control]: { PEFirmwareType: 2 } }, undefined],
  [{ [`${control}\\SecureBoot\\State`]: { UEFISecureBootEnabled: 'yes' } }, undefined],
])('secure boot %#', async (registry, secureBoot) => {
  expect(await windowsSecureBoot(recordedWindows({ registry })).collect(host)).toEqual({ security: { secureBoot } })
})
