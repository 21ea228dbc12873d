import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { importDevice } from '../support/devices.ts'
import { axeOnDeskAndPhone, axeViolations } from '../support/open-web.ts'
import { useWeb } from '../support/use-web.ts'

const web = useWeb()

type Identity = NonNullable<Parameters<typeof importDevice>[1]['identity']>
const seen = (name: string, identity: Identity) =>
  importDevice(web.up().api, { name, identity: { hostname: name, ...identity } })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

test('two records are merged after a preview, and separate again after the merge is undone', async () => {
  const desk = () =>
    seen('desk-1', { biosUuid: '4c4c4544-0042-3010-8053-b7c04f4e4432', macAddresses: ['00:1b:21:3c:9d:f8'] })
  const board = () => seen('desk-new', { serialNumber: 'ABC1234', manufacturer: 'Dell Inc.' })
  const [deskId, boardId] = [await desk(), await board()]
  await web.up().api.call('PATCH', `/api/v1/devices/${deskId}`, { body: { customFields: { owner: 'Ada' } } })
  await web.up().api.call('PATCH', `/api/v1/devices/${boardId}`, {
    body: { assetTag: 'INV-7', customFields: { owner: 'Bob' } },
  })

  const { page, faults } = await web.open(`/devices/${deskId}/identity`)
  await page.getByRole('textbox', { name: 'Other record' }).fill('abc1234')
  await page.getByRole('option', { name: /desk-new/ }).click()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const dialog = dialogOf(page, 'Merge two records')
  const records = dialog.getByRole('table', { name: 'Records' })
  const tags = records.getByRole('row', { name: /Asset tag/ }).getByRole('cell')
  await expect.poll(() => tags.allInnerTexts()).toEqual(['Asset tag', '', 'INV-7', 'INV-7'])
  await dialog.getByText('customFields.owner: keeps Ada, drops Bob').waitFor()
  await dialog.getByText('The snapshot of desk-new').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText('Merged desk-new into desk-1.').waitFor()
  expect([await desk(), await board()]).toEqual([deskId, deskId])

  const merges = page.getByRole('table', { name: 'Merges' })
  await merges.getByRole('button', { name: 'Undo merge of desk-new' }).click()
  await dialogOf(page, 'Undo merge of desk-new?').getByRole('button', { name: 'Undo merge' }).click()
  await page.getByText('desk-1 and desk-new are two devices again. They will not be merged.').waitFor()
  await page.getByRole('table', { name: 'Do not merge with' }).getByRole('link', { name: 'desk-new' }).click()
  await page.getByRole('heading', { name: 'desk-new' }).waitFor()
  await page.getByText('INV-7').first().waitFor()
  expect([await desk(), await board()]).toEqual([deskId, boardId])
  expect(faults).toEqual([])
})

test('the notification of a merge has a button that undoes it', async () => {
  const ids = [await seen('lab-1', { serialNumber: 'LAB-1' }), await seen('lab-2', { serialNumber: 'LAB-2' })]
  const { page, faults } = await web.open(`/devices/${ids[0]}/identity`)
  await page.getByRole('textbox', { name: 'Other record' }).fill('lab-2')
  await page.getByRole('option', { name: /lab-2/ }).click()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const dialog = dialogOf(page, 'Merge two records')
  await dialog.getByRole('radiogroup', { name: 'Record to keep' }).getByText('lab-2').click()
  await dialog.getByText('The snapshot of lab-1').waitFor()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByRole('heading', { name: 'lab-2', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/devices/${ids[1]}/identity`)
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect([await seen('lab-1', { serialNumber: 'LAB-1' }), await seen('lab-2', { serialNumber: 'LAB-2' })]).toEqual(ids)
  expect(faults).toEqual([])
})

test('a wrongly matched device is split off, and both are matched correctly afterwards', async () => {
  const biosUuid = '4c4c4544-0042-3010-8053-b7c04f4e4433'
  const original = () => seen('kiosk', { biosUuid, macAddresses: ['00:1b:21:3c:9e:01'] })
  const clone = () => seen('kiosk', { biosUuid, ipAddresses: ['192.0.2.99'] })
  const id = await original()
  expect(await clone()).toBe(id)

  const { page, faults } = await web.open(`/devices/${id}/identity`)
  const sightings = page.getByRole('table', { name: 'Sightings' })
  await sightings
    .getByRole('row', { name: /192\.0\.2\.99/ })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: 'Split off 1' }).click()
  const dialog = dialogOf(page, 'Split device')
  await dialog.getByText('The new device gets 1 snapshot.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Split off' }).click()
  await page.getByText('Split off kiosk with 1 snapshot from kiosk.').waitFor()
  const otherId = await clone()
  expect(new URL(page.url()).pathname).toBe(`/devices/${otherId}/identity`)
  expect([otherId === id, await original()]).toEqual([false, id])
  expect(faults).toEqual([])
})

test('two devices marked as different stay separate in the next scan, and are suggested again once the mark is removed', async () => {
  const biosUuid = '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7'
  const copy = (n: number) => seen(`web${n}`, { biosUuid, macAddresses: [`00:0c:29:00:01:0${n}`] })
  const ids = [await copy(1), await copy(2)]
  // Each is seen again after the other: both live.
  expect([await copy(1), await copy(2)]).toEqual(ids)
  const { page, faults } = await web.open('/devices')
  await page.getByRole('button', { name: /^Alerts: \d/ }).click()
  await page.getByRole('link', { name: 'Open Reviews' }).first().click()
  const list = page.getByRole('list', { name: 'Open reviews' })
  const review = list.getByRole('listitem').filter({ hasText: 'Collision' })
  await review.getByText('MAC: no value in common').waitFor()
  const sides = review.getByRole('list', { name: 'Sides' })
  for (const n of [1, 2]) {
    const side = sides.getByRole('listitem').filter({ has: page.getByRole('link', { name: `web${n}` }) })
    await side.getByText('BIOS UUID').waitFor()
    await side.getByText(`00:0c:29:00:01:0${n}`).waitFor()
  }
  await review.getByText('They stay separate devices. The review closes 14 days').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await review.getByRole('button', { name: 'Do not merge' }).click()
  await page.getByText('No open reviews').waitFor()

  expect([await copy(1), await copy(2)]).toEqual(ids)
  await page.reload()
  await page.getByText('No open reviews').waitFor()
  await page.goto(`/devices/${ids[0]}/identity`)
  await page.getByRole('button', { name: 'Revoke: do not merge with web2' }).click()
  await page.getByText('This device and web2 may be merged again.').waitFor()
  await page.getByRole('button', { name: 'Merge' }).first().waitFor()
  expect(faults).toEqual([])
})

test('axe finds no violation on reviews and the Identity tab', async () => {
  const { page } = await web.open('/reviews')
  await page.getByRole('list', { name: 'Open reviews' }).waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await page.getByRole('link', { name: 'web1' }).first().click()
  await page.getByRole('table', { name: 'Sightings' }).waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
})
