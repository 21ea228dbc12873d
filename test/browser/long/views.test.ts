import type { Report } from '@rollcall/shared/api/report.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { computer, importDevice } from '../support/devices.ts'
import { axeOnDeskAndPhone } from '../support/open-web.ts'
import { useWeb } from '../support/use-web.ts'

const web = useWeb(async (up) => {
  for (let number = 0; number < 12; number++) await importDevice(up.api, computer(number))
})

type ReportList = { items: Report[] }

const menu = (page: Page) => page.getByRole('button', { name: /^Views/ })
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('a view is saved, changed, updated, shared, renamed and deleted', async () => {
  const { page, faults } = await web.open('/devices?q=pc-0&sort=-name')
  await page.getByText('1 to 10 of 10').waitFor()
  await menu(page).click()
  await page.getByLabel('Name of this view').fill('Zero to nine')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Views: Zero to nine' }).waitFor()
  expect(new URL(page.url()).searchParams.get('view')).toMatch(/^[0-9a-f-]{36}$/)

  await page.getByLabel('Search devices').fill('pc-1')
  await page.getByRole('button', { name: 'Views: Zero to nine (changed)' }).click()
  await page.getByRole('button', { name: 'Update Zero to nine' }).click()
  await page.getByText('Zero to nine was updated.').waitFor()
  await page.getByRole('button', { name: 'Views: Zero to nine', exact: true }).click()
  await page.getByRole('button', { name: 'Edit view Zero to nine' }).click()
  const form = drawer(page, 'Edit Zero to nine')
  await form.getByLabel('Name').fill('Ten and eleven')
  await form.getByRole('switch', { name: 'Share with everyone on this site' }).click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Views: Ten and eleven' }).waitFor()

  // Another browser opens it from the menu.
  const other = await web.open('/devices')
  await menu(other.page).click()
  await other.page
    .getByRole('navigation', { name: 'My views' })
    .getByRole('link', { name: /Ten and eleven/ })
    .click()
  await other.page.getByText('1 to 2 of 2').waitFor()

  await menu(page).click()
  await page.getByRole('button', { name: 'Edit view Ten and eleven' }).click()
  await drawer(page, 'Edit Ten and eleven').getByRole('button', { name: 'Delete' }).click()
  await drawer(page, 'Delete Ten and eleven?').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Views', exact: true }).waitFor()
  expect([...faults, ...other.faults]).toEqual([])
})

test('the second of two people who change a view learns that the first has changed it', async () => {
  const parameters = { q: 'pc-0' }
  const made = await web.up().api.post('/api/v1/views', { name: 'Both', list: 'devices', parameters, shared: true })
  const { id } = made.json() as { id: string }
  const { page } = await web.open(`/devices?q=pc-0&view=${id}`)
  await page.getByRole('button', { name: 'Views: Both' }).click()
  await page.getByRole('button', { name: 'Edit view Both' }).click()
  const form = drawer(page, 'Edit Both')
  await form.getByLabel('Name').fill('Mine')
  await web.up().api.call('PATCH', `/api/v1/views/${id}`, { body: { name: 'Theirs' } })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByText(/Somebody else has changed this in the meantime/).waitFor()
  expect(await form.getByLabel('Name').inputValue()).toBe('Mine')
})

test('the second of two people who edit a report learns of the change of the first, and nothing of either is lost', async () => {
  const { api } = web.up()
  const view = { name: 'For two', list: 'devices', parameters: {}, shared: true }
  const { id: viewId } = (await api.post('/api/v1/views', view)).json() as { id: string }
  const report = { name: 'For two people', viewId, cron: '0 6 * * MON', recipients: ['it@example.org'] }
  const { id } = (await api.post('/api/v1/reports', report)).json() as { id: string }
  const [first, second] = [await web.open('/settings/reports'), await web.open('/settings/reports')]
  const edit = async ({ page }: { page: Page }) => {
    await page.getByRole('button', { name: 'Edit For two people' }).click()
    const form = drawer(page, 'Edit For two people')
    await form.getByLabel('Name').waitFor()
    return form
  }
  const [theirs, mine] = [await edit(first), await edit(second)]
  await mine.getByLabel('Name').fill('For three people')
  await theirs.getByRole('combobox', { name: 'Mail to' }).fill('boss@example.org')
  await first.page.keyboard.press('Enter')
  await theirs.getByRole('button', { name: 'Save', exact: true }).click()
  await theirs.waitFor({ state: 'detached' })

  await mine.getByRole('button', { name: 'Save', exact: true }).click()
  await mine.getByText('Somebody else has changed this in the meantime.', { exact: true }).waitFor()
  expect(await mine.getByLabel('Name').inputValue()).toBe('For three people')
  await mine.getByRole('button', { name: 'Show the new values and keep my changes' }).click()
  await mine.getByText('boss@example.org').waitFor()
  expect(await mine.getByLabel('Name').inputValue()).toBe('For three people')
  await mine.getByRole('button', { name: 'Save', exact: true }).click()
  await mine.waitFor({ state: 'detached' })
  expect((await api.get(`/api/v1/reports/${id}`)).json()).toMatchObject({
    name: 'For three people',
    recipients: ['it@example.org', 'boss@example.org'],
  })
  expect([...first.faults, ...second.faults].filter((fault) => !fault.includes('412'))).toEqual([])
})

test('views that an earlier release stored in the browser are imported once', async () => {
  const { page, context } = await web.open('/')
  const stored = [
    { name: 'Old printers', search: { type: 'printer', page: '2' } },
    { name: '<img src=x onerror=alert(1)>', search: { q: '<b>' } },
    { name: 7 },
  ]
  await page.evaluate((text) => localStorage.setItem('rollcall-device-views', text), JSON.stringify(stored))
  await page.goto('/devices')
  await menu(page).click()
  await page.getByText('2 views are saved only in this browser.').waitFor()
  await page.getByRole('button', { name: 'Import' }).click()
  const own = page.getByRole('navigation', { name: 'My views' })
  await own.getByRole('link', { name: 'Old printers' }).waitFor()
  expect(await own.getByRole('link', { name: '<img src=x onerror=alert(1)>' }).count()).toBe(1)
  await page.getByText('only in this browser').waitFor({ state: 'detached' })
  const again = await context.newPage()
  await again.goto('/devices')
  await menu(again).click()
  await again.getByRole('navigation', { name: 'My views' }).waitFor()
  expect(await again.getByText('only in this browser').count()).toBe(0)
})

test('a report is made from a view, run at once, and shows its next run, its last result and its reason', async () => {
  const { page, faults } = await web.open('/devices?q=pc-0')
  await menu(page).click()
  await page.getByLabel('Name of this view').fill('To report')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Views: To report' }).click()
  await page.getByRole('button', { name: 'Edit view To report' }).click()
  await drawer(page, 'Edit To report').getByRole('link', { name: 'Send as a report' }).click()
  const form = drawer(page, 'New report')
  await expect.poll(() => form.getByRole('combobox', { name: 'View' }).inputValue()).toBe('To report')
  await form.getByLabel('Name').fill('Weekly list')
  await form.getByRole('button', { name: 'Mondays' }).click()
  await form.getByRole('button', { name: 'Create report' }).click()
  await form.getByText(/must have an address/).waitFor()
  await form.getByRole('combobox', { name: 'Mail to' }).fill('it@example.org')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Create report' }).click()

  const row = page.getByRole('table', { name: 'Reports' }).getByRole('row', { name: /Weekly list/ })
  await row.getByText('None yet').waitFor()
  expect(await row.locator('time').first().innerText()).toMatch(/^Mon, [A-Z][a-z]{2} \d{1,2}, 06:00 AM$/)
  await row.getByRole('button', { name: 'Run Weekly list now' }).click()
  // The site has no mail server.
  await row.getByText('Failed').waitFor()
  await row.getByRole('button', { name: 'Edit Weekly list' }).click()
  const edited = drawer(page, 'Edit Weekly list')
  await edited.getByText('it@example.org: No mail server is set.').waitFor()
  expect(await edited.getByRole('table', { name: 'Last runs' }).getByText('A person').count()).toBe(1)
  // The form was refused once.
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
})

test.each([
  ['/software?q=openssl', 'Software'],
  ['/software/compliance?kind=missing', 'Compliance'],
  ['/findings?severity=error', 'Findings'],
  ['/reviews?kind=pair', 'Reviews'],
  ['/segments?type=ip-range', 'Segments'],
  ['/tasks?status=Failed', 'Tasks'],
  ['/changes?span=7d', 'Changes'],
  ['/settings/agents?status=Inactive', 'Agents'],
])('%s is saved as a view, opened by its id, and sent as a report', async (address, list) => {
  const { page, faults } = await web.open(address)
  await menu(page).click()
  const name = `My ${list.toLowerCase()}`
  await page.getByLabel('Name of this view').fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: `Views: ${name}`, exact: true }).waitFor()
  const id = new URL(page.url()).searchParams.get('view') ?? ''
  await page.goto(`/views/${id}`)
  await page.getByRole('button', { name: `Views: ${name}`, exact: true }).waitFor()
  const { pathname, search } = new URL(page.url())
  expect(`${pathname}${search}`).toBe(`${address}&view=${id}`)

  await page.goto(`/settings/reports?view=${id}`)
  const form = drawer(page, 'New report')
  await expect.poll(() => form.getByRole('combobox', { name: 'View' }).inputValue()).toBe(name)
  await form.getByLabel('Name').fill(`${list} by mail`)
  await form.getByRole('combobox', { name: 'Mail to' }).fill('it@example.org')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Create report' }).click()
  const row = page.getByRole('table', { name: 'Reports' }).getByRole('row', { name: new RegExp(`${list} by mail`) })
  await row.getByRole('button', { name: `Run ${list} by mail now` }).click()
  // The list was read. The site has no mail server.
  await row.getByText('Failed').waitFor()
  const { items } = (await web.up().api.get('/api/v1/reports?limit=100')).json() as ReportList
  expect(items.find((report) => report.view?.id === id)?.lastRun).toMatchObject({
    detail: null,
    rows: expect.any(Number),
  })
  await row.getByRole('link', { name: `${list}: ${name}` }).click()
  await page.getByRole('button', { name: `Views: ${name}`, exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('the change log names a shared view, says what was changed in words, and leads to the view', async () => {
  const view = { name: 'Firefox', list: 'software', parameters: { q: 'fire' }, shared: true }
  const { id } = (await web.up().api.post('/api/v1/views', view)).json() as { id: string }
  const body = { name: 'All Firefox', parameters: { q: 'firefox', by: 'version' } }
  expect((await web.up().api.call('PATCH', `/api/v1/views/${id}`, { body })).status).toBe(200)
  const { page, faults } = await web.open('/changes?entity=View')
  const row = page.getByRole('table', { name: 'Changes' }).getByRole('row', { name: /All Firefox/ })
  await expect
    .poll(() => row.innerText())
    .toContain('shows: q = fire → q = firefox, by = version, name: Firefox → All Firefox')
  await row.getByRole('link', { name: 'All Firefox' }).click()
  await page.getByRole('heading', { name: 'Software', level: 1 }).waitFor()
  expect(new URL(page.url()).search).toBe(`?q=firefox&by=version&view=${id}`)

  expect((await web.up().api.call('DELETE', `/api/v1/views/${id}`)).status).toBe(204)
  await page.goto('/changes?entity=View')
  await page.getByText('All Firefox (deleted)').first().waitFor()
  await page.goto(`/views/${id}`)
  await page.getByText('No view has this id on this site.').waitFor()
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
})

test('a report whose view was deleted shows that it is paused, and resumes with another view', async () => {
  const { api } = web.up()
  const view = { list: 'devices', parameters: {}, shared: true }
  const ids: string[] = []
  for (const name of ['First', 'Second']) {
    ids.push(((await api.post('/api/v1/views', { ...view, name })).json() as { id: string }).id)
  }
  const report = { name: 'Paused one', viewId: ids[0], cron: '@daily', recipients: ['it@example.org'] }
  await api.post('/api/v1/reports', report)
  await api.call('DELETE', `/api/v1/views/${ids[0]}`)
  const { page } = await web.open('/settings/reports')
  const row = page.getByRole('table', { name: 'Reports' }).getByRole('row', { name: /Paused one/ })
  await row.getByText('Paused', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Edit Paused one' }).click()
  const form = drawer(page, 'Edit Paused one')
  await form.getByText(/Its view was deleted/).waitFor()
  await form.getByRole('combobox', { name: 'View' }).click()
  await page.getByRole('option', { name: 'Second' }).click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await row.locator('time').waitFor()
})

test('axe finds no violation in the menu of views, the list of reports and its form', async () => {
  const { page } = await web.open('/devices')
  await menu(page).click()
  await page.getByRole('navigation', { name: 'My views' }).waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await page.goto('/settings/reports')
  await page.getByRole('table', { name: 'Reports' }).waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await page.getByRole('button', { name: 'New report' }).first().click()
  await drawer(page, 'New report').getByLabel('Name').waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
})
