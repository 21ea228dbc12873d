import { describe, expect, it } from 'vitest'
import type { RecordedRegistry } from '../../../platform/windows/testing/recorded-windows.ts'
import { collect, filetimeBytes, microsoft, services } from '../../windows/testing/recorded-registry.ts'
import { windowsAntivirus } from './antivirus.ts'
import { windowsFirewall } from './firewall.ts'
import { windowsTime } from './time-service.ts'

describe('antivirus programs', () => {
  const center = `${microsoft}\\Security Center\\Provider\\Av`
  const defender = `${microsoft}\\Windows Defender`

  it('are those of the Security Center, with the own values of Defender', async () => {
    const registry: RecordedRegistry = {
      [`${center}\\{1}`]: { DISPLAYNAME: 'Example AV', STATE: 0x41000, PRODUCTEXE: 'C:\\av.exe' },
      [`${center}\\{2}`]: { DISPLAYNAME: 'Windows Defender', STATE: 0x60110, PRODUCTEXE: 'windowsdefender://' },
      [`${center}\\{3}`]: { DISPLAYNAME: 'Odd', STATE: 'x' },
      [`${center}\\{4}`]: { STATE: 1 },
      [defender]: { InstallLocation: 'C:\\ProgramData\\Microsoft\\Windows Defender\\Platform\\4.18.24090.11-0\\' },
      [`${defender}\\Signature Updates`]: { AVSignatureApplied: filetimeBytes('2024-11-19T06:00:00Z') },
    }
    expect((await collect(windowsAntivirus, registry)).part.security?.antivirus).toEqual([
      { name: 'Example AV', state: 'on', isUpToDate: true },
      { name: 'Odd' },
      {
        name: 'Windows Defender',
        version: '4.18.24090.11',
        state: 'off',
        isUpToDate: false,
        signaturesFrom: '2024-11-19T06:00:00.000Z',
      },
    ])
  })

  it.each<[string, RecordedRegistry, 'on' | 'off' | undefined]>([
    ['on a server without the Security Center', {}, 'on'],
    ['with its service disabled', { [`${services}\\WinDefend`]: { Start: 4 } }, 'off'],
    [
      'turned off by policy',
      { 'HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows Defender': { DisableAntiSpyware: 1 } },
      'off',
    ],
    [
      'without real-time protection',
      { [`${defender}\\Real-Time Protection`]: { DisableRealtimeMonitoring: 1 } },
      'off',
    ],
    ['in passive mode', { [defender]: { PassiveMode: 1 } }, 'off'],
  ])('have the state of Defender %s', async (_, registry, state) => {
    const found = await collect(windowsAntivirus, { [`${services}\\WinDefend`]: { Start: 2 }, ...registry })
    expect(found.part.security?.antivirus).toMatchObject([{ name: 'Microsoft Defender Antivirus', state }])
  })

  it('are none on a system without Defender', async () => {
    expect((await collect(windowsAntivirus, {})).part.security?.antivirus).toEqual([])
  })
})

describe('the firewall', () => {
  const local = `${services}\\SharedAccess\\Parameters\\FirewallPolicy`
  const policy = 'HKLM\\SOFTWARE\\Policies\\Microsoft\\WindowsFirewall'
  const states = async (registry: RecordedRegistry) =>
    (await collect(windowsFirewall, registry)).part.security?.firewalls?.map(
      ({ profile, state }) => `${profile} ${state}`,
    )

  it('has a state for each profile, and group policy overrides it', async () => {
    const registry = {
      [`${local}\\DomainProfile`]: { EnableFirewall: 1 },
      [`${local}\\StandardProfile`]: { EnableFirewall: 0 },
      [`${local}\\PublicProfile`]: { EnableFirewall: 1 },
    }
    expect(await states(registry)).toEqual(['domain on', 'private off', 'public on'])
    const ruled = {
      ...registry,
      [`${policy}\\DomainProfile`]: { EnableFirewall: 0 },
      [`${policy}\\PrivateProfile`]: { EnableFirewall: 1 },
    }
    expect(await states(ruled)).toEqual(['domain off', 'private on', 'public on'])
  })

  it('is off without its service, and unknown without a value', async () => {
    const registry = {
      [`${local}\\DomainProfile`]: { EnableFirewall: 1 },
      [`${local}\\PublicProfile`]: { EnableFirewall: Buffer.alloc(9) },
    }
    expect(await states(registry)).toEqual(['domain on'])
    expect(await states({ ...registry, [`${services}\\MpsSvc`]: { Start: 4 } })).toEqual([
      'domain off',
      'private off',
      'public off',
    ])
  })
})

it.each<[string, RecordedRegistry, object | undefined]>([
  [
    'servers of its own',
    { [`${services}\\W32Time\\Parameters`]: { Type: 'NTP', NtpServer: 'time.windows.com,0x9  192.0.2.1 ,0x1' } },
    { state: 'on', servers: ['time.windows.com', '192.0.2.1'] },
  ],
  [
    'the domain',
    { [`${services}\\W32Time\\Parameters`]: { Type: 'NT5DS', NtpServer: 'time.windows.com,0x9' } },
    { state: 'on', servers: [] },
  ],
  ['nothing', { [`${services}\\W32Time\\Parameters`]: { Type: 'NoSync' } }, { state: 'off', servers: [] }],
  [
    'nothing, as its service is disabled',
    { [`${services}\\W32Time`]: { Start: 4 }, [`${services}\\W32Time\\Parameters`]: { Type: 'NTP' } },
    { state: 'off' },
  ],
  [
    'the servers of group policy',
    {
      [`${services}\\W32Time\\Parameters`]: { Type: 'NT5DS' },
      'HKLM\\SOFTWARE\\Policies\\Microsoft\\W32Time\\Parameters': { Type: 'NTP', NtpServer: 'ntp.example,0x8' },
    },
    { state: 'on', servers: ['ntp.example'] },
  ],
  ['unknown', {}, undefined],
])('the clock follows %s', async (_, registry, timeSync) => {
  const { part } = await collect(windowsTime, registry)
  if (timeSync === undefined) expect(part).toEqual({})
  else expect(part.security?.timeSync).toMatchObject({ service: 'w32time', ...timeSync })
})
