import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitFor } from '../harness/wait.ts'
import { axeOnDeskAndPhone } from './support/open-web.ts'
import { useWeb } from './support/use-web.ts'

const web = useWeb()

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' })
const answer = (page: Page, name: 'Keep editing' | 'Discard changes') =>
  question(page).getByRole('button', { name }).click()

/** A form that is opened by a button of a page. */
type FormCase = { path: string; open: string | RegExp; title: string; submit: string }
const newForms: FormCase[] = [
  { path: '/segments', open: 'New segment', title: 'New segment', submit: 'Create segment' },
  { path: '/settings/users', open: 'New user', title: 'New user', submit: 'Create user' },
  {
    path: '/settings/app-registrations',
    open: 'New registration',
    title: 'New registration',
    submit: 'Create registration',
  },
  { path: '/settings/credentials', open: 'New credential', title: 'New credential', submit: 'Create credential' },
  { path: '/settings/schedules', open: 'New schedule', title: 'New schedule', submit: 'Create schedule' },
  { path: '/settings/sites', open: 'New site', title: 'New site', submit: 'Create site' },
  { path: '/settings/tags', open: 'New tag', title: 'New tag', submit: 'Create tag' },
  { path: '/settings/notifications', open: 'New webhook', title: 'New webhook', submit: 'Create webhook' },
  { path: '/settings/rules', open: 'New rule', title: 'New rule', submit: 'Create rule' },
  { path: '/settings/reports', open: 'New report', title: 'New report', submit: 'Create report' },
  { path: '/settings/sign-in', open: /OpenID Connect/, title: 'OpenID Connect', submit: 'Save' },
]

async function openForm(page: Page, { path, open, title }: FormCase): Promise<Locator> {
  await page.goto(path)
  await page.getByRole('button', { name: open }).first().click()
  const form = drawer(page, title)
  await form.getByRole('button', { name: 'Cancel' }).waitFor()
  return form
}

/** Tells of the focused element: if it is at the first error of the open form, and on the screen. */
const focused = `(() => {
  const form = document.querySelector('[role=dialog] form')
  const first = form.querySelector('[aria-invalid=true], [id$="-error"], [data-field-error]')
  const active = document.activeElement
  const { top, bottom } = active.getBoundingClientRect()
  return { isFirst: active === first || first.parentElement.contains(active), isVisible: top >= 0 && bottom <= innerHeight }
})()`

test('every form that is sent empty shows and focuses its first error, and has marked that field as required', async () => {
  const { page } = await web.open('/')
  for (const each of newForms) {
    const form = await openForm(page, each)
    const required = await form
      .locator('[required], [aria-required=true]')
      .evaluateAll((all) => all.map(({ id }) => id))
    const submit = form.getByRole('button', { name: each.submit, exact: true })
    await submit.click()
    await form.locator('[aria-invalid=true]').first().waitFor()
    await form.locator('input:focus, textarea:focus, select:focus').waitFor()
    expect([each.title, await page.evaluate(focused)]).toEqual([each.title, { isFirst: true, isVisible: true }])
    const invalid = await form.locator('[aria-invalid=true]').evaluateAll((all) => all.map(({ id }) => id))
    expect([each.title, invalid.filter((id) => !required.includes(id))]).toEqual([each.title, []])
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })
  }
})

test('an error of a field that the form does not show appears above the form', async () => {
  const { page } = await web.open('/segments')
  await page.getByRole('button', { name: 'New segment' }).first().click()
  const form = drawer(page, 'New segment')
  await form.getByLabel('Name').fill('Hall 1')
  await form.getByLabel('Addresses').fill('10.9.0.0/24')
  await form.getByLabel('TCP ports').fill('no ports')
  await form.getByLabel('Only find hosts').check()
  await form.getByRole('button', { name: 'Create segment' }).click()
  const alert = form.getByRole('alert')
  await alert.getByText(/tcpPorts: Enter port numbers/).waitFor()
  expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert')
  await form.getByLabel('Only find hosts').uncheck()
  await form.getByLabel('TCP ports').fill('22')
  await form.getByRole('button', { name: 'Create segment' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hall 1' }).waitFor()
})

test('a new segment has the only Audit Service, and that is no change to discard', async () => {
  const { page } = await web.open('/segments')
  await page.getByRole('button', { name: 'New segment' }).first().click()
  const form = drawer(page, 'New segment')
  expect(await form.getByLabel('Audit Service').inputValue()).toMatch(/^[0-9a-f-]{36}$/)
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
})

test('a drawer with changes asks before Esc, a click outside, its close button or Back discards them', async () => {
  const { page } = await web.open('/settings')
  await page.goto('/settings/tags')
  await page.getByRole('button', { name: 'New tag' }).first().click()
  const form = drawer(page, 'New tag')
  await form.getByLabel('Name').fill('Ground floor')
  const ways: [name: string, leave: () => Promise<unknown>][] = [
    ['Esc', () => page.keyboard.press('Escape')],
    ['a click outside', () => page.mouse.click(300, 500)],
    ['its close button', () => form.getByRole('button', { name: 'Close' }).click()],
    ['Back', () => page.goBack()],
    ['Back again', () => page.goBack()],
  ]
  for (const [name, leave] of ways) {
    await leave()
    await question(page).waitFor()
    expect([name, await axeOnDeskAndPhone(page)]).toEqual([name, []])
    await answer(page, 'Keep editing')
    await question(page).waitFor({ state: 'detached' })
    expect([name, await form.getByLabel('Name').inputValue()]).toEqual([name, 'Ground floor'])
  }
  await page.keyboard.press('Escape')
  await question(page).waitFor()
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
  expect(await form.getByLabel('Name').inputValue()).toBe('Ground floor')
  await page.goBack()
  await answer(page, 'Discard changes')
  await form.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/settings/tags')
  await page.goBack()
  await page.waitForURL('**/settings')
})

test('Back closes an unchanged drawer and a dialog, and a closed one leaves nothing behind in the history', async () => {
  const { page } = await web.open('/settings')
  await page.goto('/settings/tags')
  const open = async () => {
    await page.getByRole('button', { name: 'New tag' }).first().click()
    await drawer(page, 'New tag').getByLabel('Name').waitFor()
  }
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await open()
    await close()
    await drawer(page, 'New tag').waitFor({ state: 'detached' })
  }
  await open()
  await drawer(page, 'New tag').getByLabel('Name').fill('Server room')
  await drawer(page, 'New tag').getByRole('button', { name: 'Create tag' }).click()
  await drawer(page, 'New tag').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit Server room' }).waitFor()
  // The form is loaded first, in a drawer that says so.
  await page.getByRole('button', { name: 'Edit Server room' }).click()
  await drawer(page, 'Edit Server room').getByLabel('Name').waitFor()
  await page.goBack()
  await drawer(page, 'Edit Server room').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Delete Server room' }).click()
  await drawer(page, 'Delete Server room?').waitFor()
  await page.goBack()
  await drawer(page, 'Delete Server room?').waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/settings/tags')
  await page.goBack()
  await page.waitForURL('**/settings')
})

test('an open drawer is left by a reload, and the next Back leaves the page', async () => {
  const { page } = await web.open('/settings')
  await page.goto('/settings/tags')
  await page.getByRole('button', { name: 'New tag' }).first().click()
  await drawer(page, 'New tag').getByLabel('Name').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'New tag' }).first().waitFor()
  await waitFor(async () => (await page.evaluate('history.state.layer')) === undefined, {
    what: 'the entry of the drawer to be left',
  })
  await page.goBack()
  await page.waitForURL('**/settings')
})

test('a question above a drawer closes with Esc and Back, and the drawer stays', async () => {
  const { page } = await web.open('/settings/users')
  await page.getByRole('button', { name: web.up().facts.username, exact: true }).click()
  const form = drawer(page, web.up().facts.username)
  const reset = drawer(page, `Reset password of ${web.up().facts.username}?`)
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await form.getByRole('button', { name: 'Reset password' }).click()
    await reset.waitFor()
    await close()
    await reset.waitFor({ state: 'detached' })
    expect(await form.count()).toBe(1)
  }
  await page.goBack()
  await form.waitFor({ state: 'detached' })
})

test('a changed settings page asks before a link, Back or a reload leaves it, and not after it is saved', async () => {
  const { page } = await web.open('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Retention' }).first().click()
  const days = page.getByLabel('Keep changes for')
  await days.fill('400')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Devices' })
  for (const leave of [() => link.click(), () => page.goBack()]) {
    await leave()
    await question(page).waitFor()
    await answer(page, 'Keep editing')
    await question(page).waitFor({ state: 'detached' })
    expect([new URL(page.url()).pathname, await days.inputValue()]).toEqual(['/settings/retention', '400 days'])
  }
  const asked = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reloaded
  await days.fill('500')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await link.click()
  await page.waitForURL('**/devices')
  await page.goBack()
  await days.fill('600')
  await link.click()
  await answer(page, 'Discard changes')
  await page.waitForURL('**/devices')
})
