import type { BulkOperation } from '@rollcall/shared/api/bulk-operation.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, test } from 'vitest'
import { countClicks } from '../support/count-clicks.ts'
import { computer, importDevice } from '../support/devices.ts'
import { axeOnDeskAndPhone, untilIdle } from '../support/open-web.ts'
import { useWeb } from '../support/use-web.ts'

const web = useWeb(async (up) => {
  for (let number = 0; number < 60; number++) await importDevice(up.api, computer(number))
  for (const [day, name, address] of [
    ['2026-05-01', 'lab-1', '10.20.30.40'],
    ['2026-05-10', 'lab-1', '10.20.30.41'],
    ['2026-05-20', 'lab-2', '10.20.30.40'],
  ] as const) {
    await importDevice(up.api, {
      name,
      observedAt: `${day}T08:00:00Z`,
      identity: { hostname: name, serialNumber: `LAB${name}77`, manufacturer: 'Dell Inc.' },
      network: { ipAddress: address },
    })
  }
  await up.api.post('/api/v1/tags', { name: 'Office', colour: '#1c7ed6' })
})

const count = async (query: string) =>
  ((await web.up().api.get(`/api/v1/devices?${query}`)).json() as { total: number }).total

test('two records are merged with five clicks from the dashboard, and separated with one more', async () => {
  const { page, faults } = await web.open('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const clicks = await countClicks(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Devices' }).click()
  await page.getByLabel('Select pc-00').click()
  await page.getByLabel('Select pc-01').click()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByText('2 selected').waitFor()
  await bar.getByRole('link', { name: 'Compare' }).waitFor()
  await bar.getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge two records' })
  await dialog.getByText('Merged into it').waitFor()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText('Merged pc-01 into pc-00.').waitFor()
  expect(clicks()).toBe(5)
  expect(await count('')).toBe(61)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect(clicks()).toBe(6)
  expect(await count('')).toBe(62)
  expect(faults).toEqual([])
})

test('all devices that match are tagged after a count, and the undo reverts all of them', async () => {
  const { page, faults } = await web.open('/devices?q=pc-')
  await page.getByLabel('Select all devices on this page').check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByText('50 selected').waitFor()
  await bar.getByRole('button', { name: 'Select all 60 that match' }).click()
  await bar.getByText('60 selected').waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await bar.getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('menuitem', { name: 'Office', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Tag Office on 60 devices?' })
  await dialog.getByText('60 devices match now.').waitFor()
  await dialog.getByRole('button', { name: 'Tag Office on' }).click()
  await page.getByText('60 devices tagged Office').last().waitFor()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  expect(await count('tag=Office')).toBe(60)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect(await count('tag=Office')).toBe(0)
  expect(faults).toEqual([])
})

test('fields are set for a selection, and three records are merged and separated at once', async () => {
  const { page, faults } = await web.open('/devices?q=pc-2')
  for (const name of ['pc-20', 'pc-21', 'pc-22']) await page.getByLabel(`Select ${name}`).check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Set fields…' }).click()
  await page.getByLabel('Custom field').fill('room')
  await page.getByLabel('Value').fill('B2')
  await page.getByRole('dialog').getByRole('button', { name: 'Set fields' }).click()
  await page.getByText('3 devices updated').waitFor()
  const list = (await web.up().api.get('/api/v1/devices?q=pc-21')).json() as { items: { id: string }[] }
  const device = (await web.up().api.get(`/api/v1/devices/${list.items[0]?.id}`)).json()
  expect(device).toMatchObject({ customFields: { room: 'B2' } })

  for (const name of ['pc-20', 'pc-21', 'pc-22']) await page.getByLabel(`Select ${name}`).check()
  await bar.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText('2 devices merged').waitFor()
  expect(await count('q=pc-2')).toBe(8)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText('Undone.').waitFor()
  expect(await count('q=pc-2')).toBe(10)
  expect(faults).toEqual([])
})

test('devices of several pages stay selected, and are compared and merged by their names', async () => {
  const { page, faults } = await web.open('/devices?q=pc-&size=25')
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await page.getByLabel('Select pc-03').check()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByLabel('Select pc-30').check()
  await bar.getByText('2 selected').waitFor()
  await bar.getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge two records' })
  await dialog.getByText('Merged into it').waitFor()
  expect(
    await dialog.getByRole('radio').evaluateAll((all) => all.map((each) => each.parentElement?.innerText)),
  ).toEqual(['pc-03', 'pc-30'])
  await page.keyboard.press('Escape')

  await page.getByLabel('Select pc-31').check()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await bar.getByText('3 selected').waitFor()
  expect(await page.getByLabel('Select pc-03').isChecked()).toBe(true)
  await bar.getByRole('button', { name: 'Compare' }).click()
  const compare = page.getByRole('dialog', { name: 'Compare two devices' })
  await compare.getByText('Choose two of the 3 selected devices.').waitFor()
  await compare.getByRole('combobox', { name: 'To' }).click()
  await page.getByRole('option', { name: /pc-31/ }).click()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await compare.getByRole('link', { name: 'Compare' }).click()
  await page.getByRole('heading', { name: 'Compare', level: 1 }).waitFor()
  await page
    .getByRole('link', { name: /^pc-03, / })
    .first()
    .waitFor()
  await page
    .getByRole('link', { name: /^pc-31, / })
    .first()
    .waitFor()

  // Another list has other devices.
  await page.goto('/devices?q=pc-&size=25')
  await page.getByLabel('Select pc-03').check()
  await page.getByLabel('Search devices').fill('pc-1')
  await page.getByLabel('Select pc-03').waitFor({ state: 'detached' })
  await expect.poll(() => bar.count()).toBe(0)
  expect(faults).toEqual([])
})

test('all devices that match are offered for a merge and a comparison, and too many are refused with the reason', async () => {
  const { page, faults } = await web.open('/devices?q=pc-&size=25')
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  const selectAll = async (number: number) => {
    await page.getByLabel('Select all devices on this page').check()
    await bar.getByRole('button', { name: `Select all ${number} that match` }).click()
    await bar.getByText(`${number} selected`).waitFor()
  }
  await selectAll(60)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByLabel('Select pc-30').waitFor()
  expect(await page.getByLabel('Select pc-30').isChecked()).toBe(true)
  await bar.getByText('60 selected').waitFor()
  await bar.getByRole('button', { name: 'Merge' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge 60 records' })
  await expect.poll(() => merge.getByRole('radio').count()).toBe(60)
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('Choose two of the 60 selected devices.').waitFor()
  await page.keyboard.press('Escape')

  await page.route('**/api/v1/devices?*', async (route) => {
    const list = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...list, total: 323 } })
  })
  await page.reload()
  await selectAll(323)
  for (const name of ['Merge', 'Compare']) {
    await bar.getByRole('button', { name }).click()
    await page.getByText('323 devices are selected, more than the 100 that you can choose from here.').waitFor()
    await page.keyboard.press('Escape')
  }
  expect(faults).toEqual([])
})

test('a merge says why a selected device of another page cannot be read and reads it again, and leaves out a deleted one', async () => {
  const { page } = await web.open('/devices?q=pc-&size=25')
  const merge = page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Merge' })
  await page.getByLabel('Select pc-03').check()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByLabel('Select pc-30').check()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await page.getByLabel('Select pc-03').waitFor()
  let status = 404
  await page.route(/\/api\/v1\/devices\/[\da-f-]+$/, (route) =>
    status === 200
      ? route.continue()
      : route.fulfill({ status, json: { status, title: `The read ends with ${status}` } }),
  )
  await merge.click()
  const dialog = page.getByRole('dialog', { name: 'Merge records' })
  await dialog.getByText('Fewer than two of the selected devices still exist.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })

  status = 500
  await merge.click()
  await dialog.getByRole('alert').getByText('The read ends with 500').waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  status = 200
  await dialog.getByRole('button', { name: 'Try again' }).click()
  const names = page.getByRole('dialog', { name: 'Merge two records' }).getByRole('radiogroup')
  await names.getByText('pc-30').waitFor()
})

test('an operation can be cancelled by those who may start it: audits by one capability, other changes by another', async () => {
  const { api } = web.up()
  const { items } = (await api.get('/api/v1/devices?q=pc-04')).json() as { items: { id: string }[] }
  const ids = items.map(({ id }) => id)
  const edit = { action: { kind: 'edit', fields: { customFields: { desk: '4' } } }, devices: { ids } }
  const ended = (await api.post('/api/v1/bulk-operations', edit)).json() as BulkOperation
  const editing: BulkOperation = { ...ended, status: 'Running', done: 0, finishedAt: null }
  const auditing: BulkOperation = { ...editing, id: newId(), action: { kind: 'audit' } }
  const cancelled: Record<string, string[]> = {}
  for (const [username, capabilities] of [
    ['editor', ['EditInventory']],
    ['auditor', ['StartAuditsOrScans']],
    ['reader', []],
  ] as const) {
    const { page } = await web.openAs(username, [...capabilities], '/tasks')
    const calls: string[] = []
    cancelled[username] = calls
    await page.route('**/api/v1/bulk-operations?limit=5', (route) =>
      route.fulfill({ json: { items: [editing, auditing], total: 2 } }),
    )
    await page.route(/\/cancel$/, (route) => {
      calls.push(route.request().url().split('/').at(-2) ?? '')
      return route.fulfill({ json: editing })
    })
    await page.getByRole('button', { name: /^Running tasks/ }).click()
    const latest = page.getByRole('region', { name: 'Changes to many devices' })
    await latest.getByText('0 of 1 device queued for an audit').first().waitFor()
    for (const cancel of await latest.getByRole('button', { name: 'Cancel' }).all()) await cancel.click()
    await expect.poll(() => calls.length).toBe(capabilities.length)
  }
  expect(cancelled).toEqual({ editor: [editing.id], auditor: [auditing.id], reader: [] })
})

test('after a reload the progress of an operation is shown, and it can be undone from there and from the running tasks', async () => {
  const { page, faults } = await web.open('/devices?q=pc-')
  let isRunning = true
  const running = (operation: BulkOperation): BulkOperation =>
    isRunning ? { ...operation, status: 'Running', done: 20, finishedAt: null } : operation
  // The operation itself takes less time than a reload.
  await page.route(/bulk-operations\/[\da-f-]+$/, async (route) => {
    await route.fulfill({ json: running((await (await route.fetch()).json()) as BulkOperation) })
  })
  await page.route('**/api/v1/bulk-operations?open=true&*', async (route) => {
    const url = route.request().url().replace('open=true&', '')
    const { items } = (await (await route.fetch({ url })).json()) as { items: BulkOperation[] }
    await route.fulfill({ json: { items: items.slice(0, 1).map(running), total: 1 } })
  })
  const tagAll = async () => {
    await page.getByLabel('Select all devices on this page').check()
    const bar = page.getByRole('toolbar', { name: 'Selected rows' })
    await bar.getByRole('button', { name: 'Select all 60 that match' }).click()
    await bar.getByRole('button', { name: 'Tag' }).click()
    await page.getByRole('menuitem', { name: 'Office', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Tag Office on' }).click()
    await page.getByText('20 of 60 devices tagged Office').waitFor()
    await expect.poll(() => count('tag=Office')).toBe(60)
  }
  await tagAll()
  await page.reload()
  await page.getByText('20 of 60 devices tagged Office').waitFor()
  isRunning = false
  await page.getByText('60 devices tagged Office', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect(await count('tag=Office')).toBe(0)

  isRunning = true
  await tagAll()
  isRunning = false
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await page.getByRole('button', { name: /^Running tasks/ }).click()
  const latest = page.getByRole('region', { name: 'Changes to many devices' })
  await latest.getByText('60 devices tagged Office').first().waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await latest.getByRole('button', { name: 'Undo' }).first().click()
  await latest
    .getByText(/^Undone\. admin/)
    .first()
    .waitFor()
  await expect.poll(() => count('tag=Office')).toBe(0)
  expect(faults).toEqual([])
})

test('the list shows the devices of a date, with a bar that names what it leaves out and leads back', async () => {
  const address = '/devices?q=lab&maker=Dell+Inc.&query=source+%3D+Import&columns=name%2CipAddress'
  const { page, faults } = await web.open(address)
  await page.getByRole('button', { name: 'As of now' }).click()
  await page.getByLabel('As of', { exact: true }).fill('2026-05-12T10:00')
  await page.keyboard.press('Escape')
  const bar = page.getByRole('status').filter({ hasText: 'As of' })
  await bar.getByText('Not known for that time and left out: Columns, Manufacturer, Query.').waitFor()
  const table = page.getByRole('table', { name: 'Devices' })
  await table.getByText('10.20.30.41').waitFor()
  await expect.poll(() => table.locator('tbody tr').count()).toBe(1)
  expect(await page.getByLabel('Select lab-1').count()).toBe(0)
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await table.getByRole('link', { name: 'lab-1' }).click()
  await page.getByText('The device as of').waitFor()
  await page.goBack()
  await bar.getByRole('link', { name: 'Back to now' }).click()
  await table.getByRole('link', { name: 'lab-2' }).waitFor()
  expect(await page.getByLabel('Select lab-1').count()).toBe(1)
  const [back, before] = [page.url(), address].map((each) => new URL(each, page.url()).searchParams)
  expect(Object.fromEntries(back ?? [])).toEqual(Object.fromEntries(before ?? []))
  expect(faults).toEqual([])
})

test('the holder of an address at a date is three clicks from the dashboard', async () => {
  const { page, faults } = await web.open('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Search everything' }).click()
  await page.getByRole('textbox', { name: 'Search everything' }).fill('10.20.30.40')
  await page.getByRole('button', { name: /History of 10\.20\.30\.40/ }).click()
  await page.getByRole('table', { name: 'Periods' }).getByText('lab-2').waitFor()
  await page.getByLabel('Date').click()
  await page.getByLabel('Date').fill('2026-05-03T00:00')
  await page.getByText('10.20.30.40 as of').waitFor()
  await page.locator('strong, a').getByText('lab-1').first().waitFor()
  expect(clicks()).toBe(3)
  await untilIdle(page)
  expect(await axeOnDeskAndPhone(page)).toEqual([])

  await page.getByLabel('Date').fill('2026-05-15T00:00')
  await page.getByText('No device had this address then.').waitFor()
  await page.getByRole('link', { name: 'Back to now' }).click()
  await page.getByText('No device had this address then.').waitFor({ state: 'detached' })
  await page.getByLabel('IP address').fill('10.20.30.300')
  await page.getByText('Not an IPv4 or IPv6 address').waitFor()
  expect(faults).toEqual([])
})
