import type { Device } from '@rollcall/shared/api/device.ts'
import { expect, test } from 'vitest'
import { type FindingSources, findingsOf } from './findings.ts'

const now = Date.parse('2026-11-20T08:00:00.000Z')

/** Builds the input of findingsOf from parts of a device. */
const sourcesOf = (data: object, more: Partial<FindingSources> = {}, stale = false): FindingSources => ({
  device: { stale, data: { hardware: {}, network: { services: [] }, ...data } } as unknown as Device,
  reviews: [],
  compliance: { missing: [], forbidden: [], unknown: [] },
  report: undefined,
  found: [],
  ...more,
})
const problemsOf = (...given: Parameters<typeof sourcesOf>) =>
  findingsOf(sourcesOf(...given), now).map(({ problem }) => problem)

test.each([
  ['2026-11-20T07:59:59.000Z', 'has expired'],
  ['2026-11-20T20:00:00.000Z', 'expires today'],
  ['2026-11-25T08:00:00.000Z', 'expires in 5 days'],
  ['2026-12-20T08:00:00.000Z', undefined],
])('certificate valid until %s: %s', (validTo, words) => {
  const services = [
    { port: 443, protocol: 'tcp', certificate: { subject: 'core-1', issuer: 'CA', names: [], validTo } },
  ]
  expect(problemsOf({ network: { services } })).toEqual(words ? [`Certificate on port 443 (core-1) ${words}`] : [])
})

test('reports that the last scan could not read the device, with the reason', () => {
  const { device } = sourcesOf({})
  const auditProblem = { text: 'SSH: host key changed since 3 May 2026' } as Device['auditProblem']
  expect(problemsOf({}, { device: { ...device, auditProblem } })).toEqual([
    'The last scan could not read it: SSH: host key changed since 3 May 2026',
  ])
})

test('reports full volumes, low supplies and a low battery, and ignores unknown levels', () => {
  const volumes = [
    { mount: '/', sizeBytes: 1000, freeBytes: 99 },
    { mount: '/home', sizeBytes: 1000, freeBytes: 100 },
    { mount: '/proc', sizeBytes: 0, freeBytes: 0 },
    { mount: '/mnt' },
  ]
  const supplies = [
    { name: 'Black', max: 100, level: 9 },
    { name: 'Waste toner', class: 'filled', max: 100, level: 2 },
    { name: 'Cyan', max: 100, level: 10 },
    { name: 'Drum', level: 1 },
  ]
  expect(problemsOf({ hardware: { volumes, printer: { supplies }, ups: { battery: { status: 'low' } } } })).toEqual([
    '/: 9 % free',
    'Black: 9 % left',
    'Battery is low',
  ])
})

test('reports a failing disk and a disk with a warning', () => {
  const disks = [
    { name: 'nvme0n1', serialNumber: 'S6B1', health: { status: 'failing', wearPercent: 101 } },
    { name: 'sda', health: { status: 'warning' } },
    { name: 'sdb', health: { status: 'ok' } },
    { name: 'sdc', health: { celsius: 70 } },
    { name: 'sdd' },
  ]
  expect(problemsOf({ hardware: { disks } })).toEqual(['Disk nvme0n1 (S6B1) is failing', 'Disk sda reports a warning'])
})

test('lists reviews first, then compliance, failed probes and staleness', () => {
  const product = { productId: '1', name: 'telnetd' }
  const more = {
    reviews: [{ review: 'A clone?' }] as unknown as FindingSources['reviews'],
    compliance: {
      missing: [{ productId: '2', name: 'openssl' }],
      forbidden: [{ ...product, version: '0.17' }],
      unknown: [],
    },
    report: {
      probes: [
        { probe: 'snmp', outcome: 'refused', detail: 'no credential' },
        { probe: 'ssh', outcome: 'no-answer' },
        { probe: 'nmap', outcome: 'failed' },
      ],
    } as unknown as FindingSources['report'],
  }
  expect(problemsOf({}, more, true)).toEqual([
    'A clone?',
    'telnetd 0.17 is Forbidden and installed',
    'openssl is Required and missing',
    'snmp refused: no credential',
    'nmap failed',
    'Not seen for a long time',
  ])
})

test('reports once that compliance is not known', () => {
  const rules = [
    { productId: '1', name: 'telnetd', version: '0.17' },
    { productId: '2', name: 'openssl' },
  ]
  expect(problemsOf({}, { compliance: { missing: [], forbidden: [], unknown: rules } })).toEqual([
    'Compliance with 2 rules is not known: no audit has read the software',
  ])
})

test('names a credential only for a probe that signs in', () => {
  const probes = [
    { probe: 'ssh', outcome: 'refused' },
    { probe: 'smartctl', outcome: 'refused', detail: 'smartctl needs root' },
  ]
  const report = { probes } as unknown as FindingSources['report']
  const found = findingsOf(sourcesOf({}, { report }), now)
  expect(found.map(({ remedy }) => remedy)).toEqual([
    'Add a working credential to its segment',
    'Check its rights on the device',
  ])
})

test('adds findings of rules that are not said in parts, and says once that the device was not seen', () => {
  const rule = (ruleName: string, ruleOrigin: string | null, detail: string | null = null) =>
    ({ ruleName, ruleOrigin, detail }) as FindingSources['found'][number]
  const found = [
    rule('Volume under 10 % free', 'volume-full'),
    rule('Not seen for 14 days', 'not-seen'),
    rule('Moved to another port', 'device-moved', 'Moved from core-1 Gi1/0/1 to core-1 Gi1/0/2'),
    rule('Firefox is outdated', null),
  ]
  expect(problemsOf({}, { found }, true)).toEqual([
    'Not seen for 14 days',
    'Moved to another port: Moved from core-1 Gi1/0/1 to core-1 Gi1/0/2',
    'Firefox is outdated',
  ])
})
