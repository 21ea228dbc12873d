import { describe, expect, it } from 'vitest'
import type { RecordedRegistry } from '../../../platform/windows/testing/recorded-windows.ts'
import { machineGuid } from '../../identity/windows-machine-guid.ts'
import { collect, control, filetime, microsoft } from '../../windows/testing/recorded-registry.ts'
import { windowsVersion } from './version.ts'

describe('the version of Windows', () => {
  const key = `${microsoft}\\Windows NT\\CurrentVersion`
  const current = {
    ProductName: 'Windows 10 Pro',
    EditionID: 'Professional',
    DisplayVersion: '23H2',
    ReleaseId: '2009',
    CurrentBuild: '22631',
    CurrentBuildNumber: '22631',
    UBR: 3007,
    InstallDate: 1_700_000_000,
    InstallTime: { type: 'qword', value: filetime('2023-11-14T22:13:21.000Z') },
  } as const
  const environment = { [`${control}\\Session Manager\\Environment`]: { PROCESSOR_ARCHITECTURE: 'AMD64' } }

  it('is 11 from build 22000 on, whatever it calls itself', async () => {
    expect((await collect(windowsVersion, { [key]: current, ...environment })).part.os).toEqual({
      name: 'Windows 11 Pro',
      version: '23H2',
      edition: 'Professional',
      build: '22631.3007',
      architecture: 'x86_64',
      installedAt: '2023-11-14T22:13:21.000Z',
      pendingUpdates: { needsRestart: false },
    })
  })

  it.each([
    ['Windows 10 Enterprise', '19045', 'Windows 10 Enterprise'],
    ['Windows 10 Enterprise', '21999', 'Windows 10 Enterprise'],
    ['Windows 10 Enterprise', '22000', 'Windows 11 Enterprise'],
    ['Windows 11 Home', '26100', 'Windows 11 Home'],
    ['Windows Server 2025 Standard', '26100', 'Windows Server 2025 Standard'],
    ['Windows 100', '30000', 'Windows 100'],
    ['Windows 10 Pro', 'odd', 'Windows 10 Pro'],
  ])('%s of build %s is %s', async (ProductName, CurrentBuildNumber, name) => {
    expect((await collect(windowsVersion, { [key]: { ProductName, CurrentBuildNumber } })).part.os?.name).toBe(name)
  })

  it('has what an older Windows has, and nothing of another type', async () => {
    const old = {
      ProductName: 'Windows 7',
      CSDVersion: 'Service Pack 1',
      CurrentBuildNumber: '7601',
      InstallDate: 1_300_000_000,
    }
    expect((await collect(windowsVersion, { [key]: old })).part.os).toMatchObject({
      version: 'Service Pack 1',
      build: '7601',
      installedAt: '2011-03-13T07:06:40.000Z',
    })
    const odd = {
      ProductName: Buffer.from('x'),
      UBR: 'x',
      CurrentBuildNumber: Buffer.alloc(4),
      InstallDate: 2 ** 32 - 1,
      InstallTime: Buffer.alloc(3),
    }
    expect((await collect(windowsVersion, { [key]: odd })).part.os).toEqual({ pendingUpdates: { needsRestart: false } })
  })

  it('says if an update waits for a restart, and nothing if that cannot be read', async () => {
    const pending = `${microsoft}\\Windows\\CurrentVersion\\Component Based Servicing\\RebootPending`
    const required = `${microsoft}\\Windows\\CurrentVersion\\WindowsUpdate\\Auto Update\\RebootRequired`
    const restart = async (registry: RecordedRegistry) =>
      (await collect(windowsVersion, registry)).part.os?.pendingUpdates?.needsRestart
    expect(await restart({ [pending]: {} })).toBe(true)
    expect(await restart({ [required]: { 'a-b-c': 1 } })).toBe(true)
    expect(await restart({ [required]: 'refused' })).toBeUndefined()
    expect(await restart({ [required]: 'refused', [pending]: {} })).toBe(true)
  })
})

it.each([
  ['0F3B2A10-7C4D-4E5F-8A9B-0C1D2E3F4A5B', '0f3b2a10-7c4d-4e5f-8a9b-0c1d2e3f4a5b'],
  ['not a guid', undefined],
  ['x'.repeat(10_000), undefined],
])('reads the MachineGuid %s', async (MachineGuid, machineId) => {
  const found = await collect(machineGuid, { [`${microsoft}\\Cryptography`]: { MachineGuid } })
  expect(found.part.machineId).toBe(machineId)
})
