import { dayMs } from '@rollcall/shared/durations.ts'
import { expect, test } from 'vitest'
import { computer, fullComputer, importDevice } from '../support/devices.ts'
import { axeOnDeskAndPhone } from '../support/open-web.ts'
import { useWeb } from '../support/use-web.ts'

const dayAt = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const seen = (name: string, more: object) => ({
  name,
  identity: { hostname: name, serialNumber: `SN-${name}`, manufacturer: 'Dell Inc.' },
  ...more,
})
const product = (name: string) => ({ name, version: '1.0', source: 'dpkg' as const })

const web = useWeb(async ({ api }) => {
  const { software = [], ...rest } = computer(1)
  await importDevice(api, { ...rest, software: [...software, product('teamviewer'), product('protection')] })
  await importDevice(api, { ...computer(2), observedAt: dayAt(-20) })
  await importDevice(api, fullComputer(3))
  await importDevice(api, seen('what-1', { type: 'unknown' }))
  const supplies = [{ name: 'Black', max: 100, level: 4 }]
  await importDevice(api, seen('prn-1', { type: 'printer', hardware: { printer: { supplies } } }))
  const certificate = { subject: 'CN=www', issuer: 'CN=ca', validTo: dayAt(9) }
  const services = [{ port: 443, protocol: 'tcp', certificate }]
  const volumes = [{ mount: '/', sizeBytes: 1e12, freeBytes: 1e9 }]
  await importDevice(api, seen('web-1', { hardware: { volumes }, network: { services } }))
  for (const [name, softwareGroup] of [
    ['teamviewer', 'Forbidden'],
    ['protection', 'Required'],
  ]) {
    const found = (await api.get(`/api/v1/software?groupBy=name&q=${name}`)).json() as { items: { id: string }[] }
    await api.call('PATCH', `/api/v1/software/${found.items[0]?.id}`, { body: { softwareGroup } })
  }
  // Two that claim one BIOS UUID, and are both seen again: a review.
  const biosUuid = '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7'
  for (const n of [1, 2, 1, 2]) {
    const identity = { hostname: `twin-${n}`, biosUuid, macAddresses: [`00:0c:29:00:01:0${n}`] }
    await importDevice(api, { name: `twin-${n}`, identity })
  }
})

test('what needs attention is gathered from all devices, each matter with its number and the list of as many', async () => {
  const { page, faults } = await web.open('/')
  // An Audit Service that is away, and a segment that cannot be scanned.
  await page.route('**/api/v1/summary?*', async (route) => {
    const summary = (await (await route.fetch()).json()) as { auditServices: object; scans: object }
    const silent = [{ id: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90', name: 'branch-7', lastSeen: dayAt(-1) }]
    await route.fulfill({ json: { ...summary, auditServices: { ...summary.auditServices, silent } } })
  })
  const matters = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
  const numberOf = async (label: string) => {
    const row = matters.filter({ has: page.getByText(label, { exact: true }) })
    return (await row.count()) === 1 ? row.locator('[class*=number]').innerText() : undefined
  }
  const labels = [
    ...['Disk is failing', 'Forbidden software', 'Required software is missing', 'Certificate ends within 30 days'],
    ...['Volume under 10 % free', 'Supply under 10 %', 'Not seen for 14 days', 'Unknown type'],
  ]
  for (const label of labels) {
    await expect
      .poll(
        async () => {
          await page.goto('/')
          await matters.first().waitFor()
          return numberOf(label)
        },
        { message: label },
      )
      .toMatch(/^[1-9]/)
    const number = await numberOf(label)
    await matters.getByRole('link', { name: label, exact: true }).click()
    const total = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
    expect([label, (await total.innerText()).split(' of ')[1]]).toEqual([label, number])
  }
  await page.goto('/')
  await matters.first().waitFor()
  expect([await numberOf('Audit Service offline'), await numberOf('Open review')]).toEqual(['1', '1'])
  // The collision is a review, and no second row.
  await matters.getByText('1 collision of live devices', { exact: true }).waitFor()
  expect(await matters.getByText('564d1a2b').count()).toBe(0)
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await matters.getByRole('link', { name: 'Open review' }).click()
  await page.getByRole('list', { name: 'Open reviews' }).getByRole('link', { name: 'twin-1' }).first().waitFor()
  expect(faults).toEqual([])
})
