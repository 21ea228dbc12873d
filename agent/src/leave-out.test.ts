import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { strictestOf } from '@rollcall/shared/messages/agent-settings.ts'
import { describe, expect, it } from 'vitest'
import { macosSources } from './inventory/macos-sources.ts'
import { linuxSources } from './inventory/sources.ts'
import { windowsSources } from './inventory/windows-sources.ts'
import { sourcesFor, withoutPeople } from './leave-out.ts'
import { recordedWindows } from './platform/windows/testing/recorded-windows.ts'

const snapshot: ObservationInput = {
  schemaVersion: 1,
  id: '01990000-0000-7000-8000-000000000001',
  source: 'Agent',
  observedAt: '2026-11-20T08:00:00Z',
  type: 'computer',
  name: 'pc-1',
  identity: {},
  depth: 'audit',
  hardware: {
    system: { model: 'Desk' },
    accounts: [
      {
        name: 'anna',
        fullName: 'Anna Ahrens',
        isAdministrator: true,
        isSignedIn: true,
        lastSignInAt: '2026-11-20T07:00:00Z',
      },
    ],
    systemServices: [{ name: 'sync', state: 'running', program: '/usr/bin/sync', user: 'anna' }],
  },
  network: { listeners: [{ protocol: 'tcp', address: '0.0.0.0', port: 22, program: 'sshd', user: 'anna' }] },
  software: [{ name: 'bash' }],
  probes: [{ probe: 'dpkg', outcome: 'ok' }],
}

describe('a snapshot', () => {
  it('without sign-ins keeps the accounts, and says what is left out', () => {
    const { hardware, network, software, probes } = withoutPeople(snapshot, 'sign-ins')
    expect(hardware?.accounts).toEqual([{ name: 'anna', fullName: 'Anna Ahrens', isAdministrator: true }])
    expect([hardware?.systemServices, network, software]).toEqual([
      snapshot.hardware?.systemServices,
      snapshot.network,
      snapshot.software,
    ])
    expect(probes).toEqual([
      { probe: 'privacy', outcome: 'unavailable', detail: 'sign-ins are left out by a setting' },
      { probe: 'dpkg', outcome: 'ok' },
    ])
  })

  it('without accounts names nobody, and keeps the rest', () => {
    const texts = [
      'software: cargo left out files of a user: /home/anna/.cargo has more than 2000 entries',
      'this user may not read /home/anna, /Users/Anna Ahrens/Library, C:\\Users\\anna\\AppData',
    ]
    const probe = { probe: 'permissions', outcome: 'refused' as const, detail: texts.join(' ') }
    const mended = withoutPeople({ ...snapshot, truncated: texts, probes: [probe] }, 'accounts')
    expect(mended.truncated).toEqual([
      'software: cargo left out files of a user: /home/…/.cargo has more than 2000 entries',
      'this user may not read /home/…, /Users/…/Library, C:\\Users\\…\\AppData',
    ])
    expect(JSON.stringify(mended)).not.toMatch(/anna|ahrens/i)
    const left = withoutPeople(snapshot, 'accounts')
    expect(JSON.stringify(left)).not.toMatch(/anna/i)
    expect(left).toEqual({
      ...snapshot,
      truncated: [],
      hardware: {
        system: { model: 'Desk' },
        systemServices: [{ name: 'sync', state: 'running', program: '/usr/bin/sync' }],
      },
      network: { listeners: [{ protocol: 'tcp', address: '0.0.0.0', port: 22, program: 'sshd' }] },
      probes: [
        {
          probe: 'privacy',
          outcome: 'unavailable',
          detail: 'accounts, sign-ins, and users of services and open ports are left out by a setting',
        },
        { probe: 'dpkg', outcome: 'ok' },
      ],
    })
  })

  it('of a machine without these lists gets none', () => {
    const { hardware: _, network: __, ...bare } = snapshot
    for (const choice of ['sign-ins', 'accounts'] as const) {
      const left = JSON.parse(JSON.stringify(withoutPeople(bare, choice)))
      expect(Object.keys(left)).toEqual(expect.not.arrayContaining(['hardware', 'network']))
    }
  })
})

describe('the sources', () => {
  it.each([
    ['Linux', linuxSources],
    ['macOS', macosSources],
    ['Windows', windowsSources(recordedWindows({}))],
  ])('of accounts are not run on %s if accounts are left out', (_, sources) => {
    const names = sources.hardware.map(({ name }) => name)
    expect(sourcesFor(sources, 'accounts').hardware.map(({ name }) => name)).toEqual(
      names.filter((name) => !name.endsWith('accounts')),
    )
    expect(names.filter((name) => name.endsWith('accounts'))).toHaveLength(1)
    for (const choice of [undefined, 'sign-ins'] as const) expect(sourcesFor(sources, choice)).toBe(sources)
  })
})

it.each([
  [[undefined, undefined], undefined],
  [['sign-ins', undefined], 'sign-ins'],
  [['sign-ins', 'accounts'], 'accounts'],
  [['accounts', 'sign-ins'], 'accounts'],
] as const)('the strictest of %j is %s', (settings, strictest) => {
  expect(strictestOf(...settings)).toBe(strictest)
})
