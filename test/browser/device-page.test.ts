import { expect, test } from 'vitest'
import { computer, fullComputer, importDevice } from './support/devices.ts'
import { axeOnDeskAndPhone, axeViolations } from './support/open-web.ts'
import { useWeb } from './support/use-web.ts'

type List = { items: { id: string; name: string }[] }

const web = useWeb(async ({ api }) => {
  for (let number = 0; number < 15; number++) await importDevice(api, computer(number))
  await importDevice(api, {
    ...computer(20),
    probes: [{ probe: 'snmp', outcome: 'refused', detail: 'it takes no credential' }],
  })
  await api.post('/api/v1/tags', { name: 'Office' })
  await api.post('/api/v1/schedules', { name: 'Every night', kind: 'audit', cron: '0 2 * * *' })
})

const find = async (path: string) => ((await web.up().api.get(path)).json() as List).items
const idOf = async (name: string) => (await find(`/api/v1/devices?q=${name}`))[0]?.id ?? ''

/** Makes all rules due: an edited rule is evaluated at once. */
async function evaluateRules() {
  for (const { id } of await find('/api/v1/rules'))
    await web.up().api.call('PATCH', `/api/v1/rules/${id}`, { body: { severity: 'warning' } })
}

test('the overview says what a device is, how that is known, and what changed last', async () => {
  const { api } = web.up()
  await importDevice(api, fullComputer(40))
  const curl = { name: 'curl', version: '8.1', source: 'dpkg' as const }
  const id = await importDevice(api, { ...fullComputer(40), software: [...(computer(40).software ?? []), curl] })
  const { page, faults } = await web.open(`/devices/${id}`)
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const summary = section('Summary')
  await page.getByRole('heading', { name: 'pc-40', level: 1 }).waitFor()
  await summary.waitFor()
  const facts = Object.fromEntries(
    await summary
      .locator('dl > div')
      .evaluateAll((all) =>
        all.map((each) => [each.querySelector('dt')?.textContent, each.querySelector('dd')?.textContent]),
      ),
  )
  expect(facts).toMatchObject({
    'Operating system': 'Debian GNU/Linux 12',
    'Signed in': 'ada',
    'Running since': expect.stringContaining('2026'),
    Type: 'Computer',
    Manufacturer: 'Dell Inc.',
    Model: 'OptiPlex 7090',
    'Device ID': id,
  })
  await section('Evidence').getByText('SMBIOS type 1').waitFor()
  await section('Last match').waitFor()
  await section('Last changes').getByText('curl').first().waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await section('Last changes').getByRole('link', { name: 'Full history' }).click()
  await page.waitForURL(/\/history/)
  expect(faults).toEqual([])
})

test('shows open findings on the overview, with links to their remedies', async () => {
  const classify = async (name: string, softwareGroup: string) => {
    const [group] = await find(`/api/v1/software?groupBy=name&q=${name}`)
    await web.up().api.call('PATCH', `/api/v1/software/${group?.id}`, { body: { softwareGroup } })
  }
  await importDevice(web.up().api, { ...computer(30), software: [{ name: 'sshguard', version: '1' }] })
  await classify('bash', 'Forbidden')
  await classify('sshguard', 'Required')
  const id = await idOf('pc-20')
  await expect.poll(() => find(`/api/v1/compliance?deviceId=${id}`)).toMatchObject([{ forbidden: [{}], missing: [{}] }])
  await evaluateRules()
  await expect.poll(() => find(`/api/v1/findings?deviceId=${id}`)).toHaveLength(2)
  const { page, faults } = await web.open(`/devices/${id}`)
  const findings = page.getByRole('list', { name: 'Open findings' })
  await findings.getByText('bash 5.2.15 is Forbidden and installed').waitFor()
  await findings.getByText('sshguard is Required and missing').waitFor()
  expect(await findings.getByRole('listitem').count()).toBe(2)
  await findings.getByRole('link', { name: 'Remove it' }).click()
  const software = page.getByRole('table', { name: 'Software' })
  await software.getByRole('row', { name: /bash Forbidden/ }).waitFor()
  await page.getByRole('link', { name: 'sshguard (any version)' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Only Forbidden 1' }).click()
  await page.getByRole('status').getByText('1 to 1 of 1').waitFor()
  await page.getByRole('button', { name: 'Any show' }).click()
  await page.getByRole('button', { name: 'Group by' }).click()
  await page.getByRole('option', { name: 'Publisher' }).click()
  await page.getByRole('heading', { name: 'Debian' }).waitFor()
  expect(new URL(page.url()).search).toBe('?by=publisher')
  expect(faults).toEqual([])
})

test('a finding that is acknowledged on the device page is so in the list, and can be reopened there', async () => {
  const rule = { name: 'Tag it', query: 'name = pc-13 and lacks assetTag', severity: 'error' }
  expect((await web.up().api.post('/api/v1/rules', rule)).status).toBe(201)
  const id = await idOf('pc-13')
  const tagged = expect.objectContaining({ ruleName: 'Tag it' })
  await expect.poll(() => find(`/api/v1/findings?deviceId=${id}`)).toContainEqual(tagged)
  const { page, faults } = await web.open(`/devices/${id}`)
  const findings = page.getByRole('list', { name: 'Open findings' })
  await findings.getByText('Tag it').waitFor()
  await findings.getByRole('button', { name: 'Actions for Tag it' }).click()
  await page.getByRole('menuitem', { name: 'Acknowledge…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Acknowledge 1 finding' })
  await dialog.getByLabel('Note').fill('Stickers are ordered')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await findings.getByText('Acknowledged by admin · Stickers are ordered').waitFor()
  expect(await find(`/api/v1/findings?deviceId=${id}&state=acknowledged`)).toHaveLength(1)
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await findings.getByRole('button', { name: 'Actions for Tag it' }).click()
  await page.getByRole('menuitem', { name: 'Reopen' }).click()
  await findings.getByRole('listitem').filter({ hasText: 'Tag it' }).getByText('Open', { exact: true }).waitFor()
  await findings.getByRole('button', { name: 'Actions for Tag it' }).click()
  await page.getByRole('menuitem', { name: 'Snooze for 7 days' }).click()
  await findings.getByText(/Snoozed until/).waitFor()
  expect(faults).toEqual([])
})

test('shows hardware, operating system, protection and listening programs that an agent reads', async () => {
  const id = await importDevice(web.up().api, fullComputer(40))
  await evaluateRules()
  await expect.poll(() => find(`/api/v1/findings?deviceId=${id}`)).not.toEqual([])
  const { page, faults } = await web.open(`/devices/${id}`)
  const go = (tab: string) => page.getByRole('navigation', { name: 'Device' }).getByRole('link', { name: tab }).click()
  const row = (table: string, name: string | RegExp) =>
    page.getByRole('table', { name: table, exact: true }).getByRole('row', { name }).waitFor()
  const fact = (name: string, value: string) =>
    page.locator('dl > div').filter({ hasText: name }).getByText(value, { exact: true }).waitFor()

  const findings = page.getByRole('list', { name: 'Open findings' })
  await findings.getByText('Disk nvme0n1: failing').waitFor()
  await findings.getByRole('link', { name: 'Back up its data and replace it' }).click()
  await row('Disks', /nvme0n1 Failing 103 % worn, 41 °C, 26,280 hours on, 7 media errors SSD nvme/)
  await row('Disks', /sda OK HDD sata/)
  await row('Volumes', /root .*Encrypted LUKS2/)
  await row('Volumes', /srv .*Not encrypted/)
  await row('Graphics cards', /GA106 NVIDIA nvidia 550.54 8 GiB/)
  await row('Monitors', /DP-1 U2720Q CN0FJ 2019-W07 27 in/)
  await row('Batteries', /BAT0 57 Wh 45.6 Wh \(80 %\) 312/)
  await row('Print queues', /office \(default\)/)
  expect(await axeOnDeskAndPhone(page)).toEqual([])

  await go('Operating system')
  await fact('Edition', 'Server')
  await fact('Pending updates', '2 updates, 1 for security')
  await fact('Restart needed', 'Yes, for installed updates')
  await fact('Secure boot', 'Off')
  await fact('TPM', 'Present, 2.0, INTC')
  await fact('Time synchronization', 'Synchronized, chrony')
  await row('Pending updates', 'libssl3 3.0.17 Security update')
  await row('Firewalls', 'nftables Off')
  await row('Antivirus', 'ClamAV 1.4 On Out of date')
  await row('Local accounts', 'ada Ada Krause Yes Signed in')
  await row('Containers', 'web Running nginx:1.29 docker')
  await row('Virtual machines', 'build-vm Paused libvirt 4 4 GiB')
  await fact('Kubelet version', 'v1.34.1')
  expect(await axeOnDeskAndPhone(page)).toEqual([])

  await go('Network')
  await page.getByRole('search', { name: 'Listening programs' }).getByRole('searchbox').fill('8029')
  await row('Listening programs', '8029/tcp 127.0.0.1 daemon-29')
  expect(faults).toEqual([])
})

test('searches and pages a long list of the device through the address', async () => {
  const id = await importDevice(web.up().api, fullComputer(40))
  const { page, faults } = await web.open(`/devices/${id}/system?list=Services&page=2`)
  const services = page.getByRole('table', { name: 'Services', exact: true })
  await services.getByRole('row', { name: /^service-50 / }).waitFor()
  expect(await services.getByRole('row', { name: /^service-00 / }).count()).toBe(0)
  await page.getByLabel('Search: Services').fill('PAYROLL')
  await services.getByRole('row', { name: 'service-57 Failed Automatic /opt/payroll/server' }).waitFor()
  await page.getByRole('status').getByText('1 to 1 of 1').waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ list: 'Services', q: 'PAYROLL' })
  await page.getByLabel('Search: Services').fill('no such service')
  await page.getByText('Nothing matches. Change the search.').waitFor()
  await page.getByLabel('Search: Services').fill('')
  await page.getByLabel('Rows per page: Services').selectOption('100')
  await services.getByRole('row', { name: /^service-59 / }).waitFor()
  expect(await services.getByRole('row', { name: /^service-/ }).count()).toBe(60)
  expect(faults).toEqual([])
})

test('hides the tab and the lists of what was not read', async () => {
  const { hardware: _, ...rest } = computer(42)
  const id = await importDevice(web.up().api, { ...rest, hardware: { system: { model: 'T14' } } })
  const { page } = await web.open(`/devices/${id}/hardware`)
  await page.getByRole('heading', { name: 'System' }).waitFor()
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['System'])
  expect(await page.getByRole('link', { name: 'Operating system' }).count()).toBe(0)
})

test('changes of tags, fields, schedule and archive are undone by one button', async () => {
  const id = await idOf('pc-01')
  const { page, faults } = await web.open(`/devices/${id}`)
  const undo = async (message: string) => {
    await page.getByRole('alert').filter({ hasText: message }).getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').last().waitFor()
  }
  await page.getByRole('group', { name: 'Tags' }).getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('menuitem', { name: 'Office' }).click()
  await page.getByRole('button', { name: 'Remove tag Office' }).waitFor()
  await undo('Tag Office added')
  await page.getByRole('button', { name: 'Remove tag Office' }).waitFor({ state: 'detached' })

  const assetTag = page.getByRole('textbox', { name: 'Asset tag' })
  await assetTag.fill('INV-1')
  await assetTag.press('Enter')
  await undo('Asset tag saved')
  await expect.poll(() => assetTag.inputValue()).toBe('')

  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await page.getByLabel('Audit schedule').selectOption('Every night')
  await page.getByText('Audit schedule: Every night').waitFor()
  expect((await web.up().api.get(`/api/v1/devices/${id}`)).json()).toMatchObject({ auditSchedule: 'Every night' })

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByText(/lists, searches and counts leave it out/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('pc-01 restored.').waitFor()
  expect(await find('/api/v1/devices?archived=true')).toEqual([])
  expect(faults).toEqual([])
})

test('an edit conflict shows the other value and lets the user choose', async () => {
  const id = await idOf('pc-04')
  const other = (body: object) => web.up().api.call('PATCH', `/api/v1/devices/${id}`, { body })
  const stored = async () => (await web.up().api.get(`/api/v1/devices/${id}`)).json()
  await other({ customFields: { owner: 'Ada' } })
  const { page, faults } = await web.open(`/devices/${id}`)
  const [tag, owner] = ['Asset tag', 'owner'].map((name) => page.getByRole('textbox', { name, exact: true }))
  const enter = async (field: typeof tag, text: string) => {
    await field?.press('Enter')
    await page.getByText(text).waitFor()
  }
  await tag?.fill('INV-1')
  // What others do to other fields is no reason to refuse one.
  await other({ customFields: { owner: 'Bo' } })
  await enter(tag, 'Asset tag saved')

  await tag?.fill('INV-2')
  await other({ assetTag: 'INV-3' })
  await enter(tag, 'Not saved: somebody else has changed it to “INV-3” in the meantime.')
  expect(await tag?.inputValue()).toBe('INV-2')
  expect(await stored()).toMatchObject({ assetTag: 'INV-3' })
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(stored).toMatchObject({ assetTag: 'INV-2' })

  await owner?.fill('Cy')
  await other({ customFields: { owner: null } })
  await enter(owner, 'Not saved: somebody else has cleared this value in the meantime.')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await owner?.waitFor({ state: 'detached' })
  expect(await stored()).toMatchObject({ assetTag: 'INV-2', customFields: {} })
  expect(faults).toEqual([])
})

test('a user without capabilities sees the device, and no button that would be refused', async () => {
  const id = await idOf('pc-03')
  const { page, faults } = await web.openAsReader(`/devices/${id}/identity`)
  await page.getByRole('table', { name: 'Sightings' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Other record' }).count()).toBe(0)
  for (const name of ['Audit now', 'More actions', 'Tag', 'Split off', 'Merge', 'Do not merge']) {
    expect(await page.getByRole('main').getByRole('button', { name }).count(), name).toBe(0)
  }
  await page.getByRole('link', { name: 'Software', exact: true }).last().click()
  await page.getByRole('link', { name: 'bash', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Software' }).waitFor()
  await page.getByRole('link', { name: 'bash', exact: true }).click()
  await page.getByText(/^(Regular|Forbidden): /).waitFor()
  expect(await page.getByRole('radiogroup').count()).toBe(0)
  expect(faults).toEqual([])
})

test('an ignored device leaves the list, and returns after its entry is removed and it is seen again', async () => {
  const { page, faults } = await web.open(`/devices/${await idOf('pc-02')}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Ignore' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ignore' }).click()
  await page.getByText('pc-02 ignored.').waitFor()
  await page.getByRole('table', { name: 'Devices' }).waitFor()
  expect(await idOf('pc-02')).toBe('')
  await page.getByRole('button', { name: 'Allow again' }).click()
  await page.getByText('Removed from the Ignore List').waitFor()
  expect(await find('/api/v1/ignore-list')).toEqual([])
  await importDevice(web.up().api, computer(2))
  expect(await idOf('pc-02')).not.toBe('')
  expect(faults).toEqual([])
})

test('many devices are archived at once, found in the archive, and restored', async () => {
  const { page, faults } = await web.open('/devices?q=pc-')
  const table = page.getByRole('table', { name: 'Devices' })
  await table.getByRole('link', { name: 'pc-00' }).waitFor()
  await page.getByLabel('Select all devices on this page').check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Archive' }).click()
  await page.getByText(/^1\d devices archived$/).waitFor()
  expect(await find('/api/v1/devices')).toEqual([])
  await page.getByText('No devices match').waitFor()
  await page.goto('/devices?archived=true')
  await table.getByRole('link', { name: 'pc-00' }).waitFor()
  await page.getByLabel('Select pc-00').check()
  await bar.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('1 device restored').waitFor()
  expect((await find('/api/v1/devices')).map(({ name }) => name)).toEqual(['pc-00'])
  expect(faults).toEqual([])
})
