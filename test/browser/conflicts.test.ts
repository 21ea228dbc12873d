import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { joinAgent } from './support/agents.ts'
import { axeOnDeskAndPhone } from './support/open-web.ts'
import { useWeb } from './support/use-web.ts'

const web = useWeb()

/** A form that two people have open at once, to change different fields of one thing. */
type Edited = {
  form: string
  path: string
  /** Creates what is edited, and returns its address in the API. */
  make: () => Promise<string>
  /** The button that opens the form. */
  open: string
  title: string
  /** The change of the first person. */
  theirs: object
  /** Reads the field by which the second person learns of it. */
  shown: (form: Locator) => Promise<string | boolean>
  showsAs: string | boolean
  /** Label of the field that the second person changes; default: Name. */
  mine?: string
  /** Values that are stored in the end; default: both changes. */
  stored?: object
}

const call = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<unknown> => {
  const answer = await web.up().api.call(method, path, { body })
  expect([path, answer.status < 300, answer.json()]).toEqual([path, true, expect.anything()])
  return answer.json()
}
const create = async (path: string, body: object) =>
  `${path}/${((await call('POST', path, body)) as { id: string }).id}`
const textOf = (label: string) => (form: Locator) =>
  form.getByRole('textbox', { name: label, exact: true }).inputValue()

/** Text that the second person types. */
const changed = 'Changed by me'

const oidc = {
  ...{ issuer: 'https://login.example.org', clientId: 'rollcall', clientSecret: 'a-secret-of-the-issuer' },
  ...{ label: 'Office', claim: 'groups', grants: [], makeUsers: true, enabled: true },
}

const forms: Edited[] = [
  {
    ...{ form: 'tag', path: '/settings/tags', open: 'Edit Office', title: 'Edit Office' },
    make: () => create('/api/v1/tags', { name: 'Office', colour: '#2b6cb0' }),
    theirs: { colour: '#c53030' },
    ...{ shown: textOf('Colour'), showsAs: '#c53030' },
  },
  {
    ...{ form: 'schedule', path: '/settings/schedules', open: 'Edit Nightly', title: 'Edit Nightly' },
    make: () => create('/api/v1/schedules', { name: 'Nightly', kind: 'scan', cron: '30 2 * * *', timeZone: 'UTC' }),
    theirs: { cron: '0 5 * * *' },
    ...{ shown: textOf('When'), showsAs: '0 5 * * *' },
  },
  {
    ...{ form: 'credential', path: '/settings/credentials', open: 'Edit Backbone', title: 'Edit Backbone' },
    make: () => create('/api/v1/credentials', { name: 'Backbone', kind: 'ssh-password', username: 'a', password: 'b' }),
    theirs: { username: 'auditor' },
    ...{ shown: textOf('User name'), showsAs: 'auditor' },
  },
  {
    ...{ form: 'rule', path: '/settings/rules', open: 'Edit No sticker', title: 'Edit No sticker' },
    make: () => create('/api/v1/rules', { name: 'No sticker', query: 'lacks assetTag', severity: 'warning' }),
    theirs: { query: 'lacks user' },
    ...{ shown: (form) => form.getByRole('combobox', { name: 'Query' }).inputValue(), showsAs: 'lacks user' },
  },
  {
    ...{ form: 'site', path: '/settings/sites', open: 'Rename Default site', title: 'Rename site' },
    make: async () => `/api/v1/sites/${web.up().facts.siteId}`,
    theirs: { name: 'Head office' },
    ...{ shown: textOf('Name'), showsAs: changed },
  },
  {
    ...{ form: 'user', path: '/settings/users', open: 'ada', title: 'ada' },
    make: () => create('/api/v1/users', { username: 'ada', name: 'Ada', role: 'Viewer' }),
    theirs: { capabilities: ['EditInventory'] },
    ...{ shown: (form) => form.getByLabel('Edit, tag, import').isChecked(), showsAs: true },
  },
  {
    ...{ form: 'App registration', path: '/settings/app-registrations', open: 'Sync', title: 'Sync' },
    make: () => create('/api/v1/app-registrations', { name: 'Sync' }),
    theirs: { enabled: false },
    ...{ shown: (form) => form.getByRole('switch', { name: 'Enabled' }).isChecked(), showsAs: false },
  },
  {
    ...{ form: 'OpenID Connect', path: '/settings/sign-in', open: 'Edit', title: 'OpenID Connect' },
    make: async () => {
      await call('PATCH', '/api/v1/sign-in-settings', { oidc })
      return '/api/v1/sign-in-settings'
    },
    theirs: { oidc: { claim: 'roles' } },
    ...{ shown: textOf('Claim'), showsAs: 'roles' },
    mine: 'Display name',
    stored: { oidc: { claim: 'roles', label: changed } },
  },
]

/** Saves a form after somebody else's change: refused, with their values beside the input, and then stored. */
async function saveBoth(page: Page, form: Locator, learns: () => Promise<unknown>): Promise<void> {
  const save = form.getByRole('button', { name: /^(Save|Rename)$/ })
  await save.click()
  await form.getByText('Somebody else has changed this in the meantime.', { exact: true }).waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await form.getByRole('button', { name: 'Show the new values and keep my changes' }).click()
  await learns()
  await save.click()
  await form.waitFor({ state: 'detached' })
}

test.each(forms)(
  'the second of two people who edit one thing takes the new values and keeps the input: $form',
  async (edited) => {
    const { path, make, open, title, theirs, shown, showsAs, mine = 'Name' } = edited
    const address = await make()
    const { page, faults } = await web.open(path)
    await page.getByRole('button', { name: open, exact: true }).click()
    const form = page.getByRole('dialog', { name: title, exact: true })
    const field = form.getByRole('textbox', { name: mine, exact: true })
    await field.fill(changed)
    await call('PATCH', address, theirs)
    await saveBoth(page, form, async () => {
      await expect.poll(() => shown(form)).toBe(showsAs)
      expect(await field.inputValue()).toBe(changed)
    })
    const { stored = { ...theirs, name: changed } } = edited
    expect((await web.up().api.get(address)).json()).toMatchObject(stored)
    expect(faults.filter((fault) => !fault.includes('412'))).toEqual([])
  },
)

test('the second of two people who edit a segment keeps the scan options and the Auto tag of the first', async () => {
  const { facts } = web.up()
  const segment = { name: 'Hall', type: 'ip-range', addresses: ['10.9.0.0/24'], auditServiceId: facts.auditServiceId }
  const address = await create('/api/v1/segments', segment)
  const { page } = await web.open(`/segments/${address.split('/').at(-1)}/settings`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit segment' })
  await form.getByLabel('SNMP ports').fill('161, 1161')
  const autoTagId = (await create('/api/v1/tags', { name: 'Hall 9' })).split('/').at(-1)
  await call('PATCH', address, { autoTagId, scanOptions: { tcpPorts: [22] } })
  await saveBoth(page, form, async () => {
    await expect.poll(() => form.getByLabel('TCP ports').inputValue()).toBe('22')
    await expect.poll(() => form.getByRole('combobox', { name: 'Auto tag' }).inputValue()).toBe('Hall 9')
    expect(await form.getByLabel('SNMP ports').inputValue()).toBe('161, 1161')
  })
  const stored = { autoTagId, scanOptions: { tcpPorts: [22], snmpPorts: [161, 1161] } }
  expect((await web.up().api.get(address)).json()).toMatchObject(stored)
})

test('a segment keeps an Auto tag that was created after the page had read the tags', async () => {
  const { facts } = web.up()
  const segment = { name: 'Roof', type: 'ip-range', addresses: ['10.9.1.0/24'], auditServiceId: facts.auditServiceId }
  const address = await create('/api/v1/segments', segment)
  const { page } = await web.open('/segments')
  await page.getByRole('button', { name: 'New segment' }).first().click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Auto tag' }).waitFor()
  await page.keyboard.press('Escape')
  const autoTagId = (await create('/api/v1/tags', { name: 'Antennas' })).split('/').at(-1)
  await call('PATCH', address, { autoTagId })
  await page.getByRole('link', { name: 'Roof' }).click()
  await page.getByRole('navigation', { name: 'Segment' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit segment' })
  await form.getByLabel('Name').fill('Roof top')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  expect((await web.up().api.get(address)).json()).toMatchObject({ name: 'Roof top', autoTagId })
})

test('the second of two people who edit a webhook takes the new values and keeps the input', async () => {
  const settings = '/api/v1/site/settings'
  const stored = async () =>
    ((await web.up().api.get(settings)).json() as { notifications: { webhooks: { id: string }[] } }).notifications
  const webhook = { name: 'Tickets', url: 'https://127.0.0.1:9/hook', enabled: true, events: ['*'] }
  await call('PATCH', settings, { notifications: { webhooks: [webhook] } })
  const { page } = await web.open('/settings/notifications')
  await page.getByRole('button', { name: 'Edit Tickets' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Tickets' })
  await form.getByLabel('Name').fill(changed)
  const [{ id } = { id: '' }] = (await stored()).webhooks
  await call('PATCH', settings, { notifications: { webhooks: [{ ...webhook, id, enabled: false }] } })
  await saveBoth(page, form, () =>
    expect.poll(() => form.getByRole('switch', { name: 'Enabled' }).isChecked()).toBe(false),
  )
  expect(await stored()).toMatchObject({ webhooks: [{ id, name: changed, enabled: false }] })
})

test('a user who edits the own profile in two browsers loses nothing', async () => {
  const [other, { page }] = [await web.open('/account'), await web.open('/account')]
  const formOf = async (of: Page) => {
    await of.getByRole('button', { name: 'Edit', exact: true }).click()
    return of.getByRole('dialog', { name: 'Edit profile' })
  }
  const [theirs, form] = [await formOf(other.page), await formOf(page)]
  await form.getByLabel('Name').fill(changed)
  await theirs.getByLabel('Email').fill('me@example.org')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await theirs.waitFor({ state: 'detached' })
  await saveBoth(page, form, () => expect.poll(() => form.getByLabel('Email').inputValue()).toBe('me@example.org'))
  await page.getByText('me@example.org').waitFor()
})

test('the name of an agent follows that of somebody else until it is edited, and then the second person is asked', async () => {
  const { id } = await joinAgent(web.up().api, 'desk-9')
  const rename = (name: string) => call('PATCH', `/api/v1/agents/${id}`, { name })
  const { page, faults } = await web.open('/settings/agents')
  await page.getByRole('table', { name: 'Agents' }).getByRole('link', { name: 'desk-9', exact: true }).click()
  const panel = page.getByRole('dialog')
  const field = panel.getByRole('textbox', { name: 'Name' })
  const save = panel.getByRole('button', { name: 'Rename' })
  await rename('Desk nine')
  await expect.poll(() => field.inputValue()).toBe('Desk nine')
  expect(await save.isDisabled()).toBe(true)

  await field.fill(changed)
  await rename('Front desk')
  await page.getByRole('dialog', { name: 'Front desk' }).waitFor()
  await save.click()
  await panel.getByText('Somebody else has changed this in the meantime.', { exact: true }).waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await panel.getByRole('button', { name: 'Show the new values and keep my changes' }).click()
  await panel.getByRole('alert').waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe(changed)
  await save.click()
  await page.getByRole('dialog', { name: changed }).waitFor()
  await expect.poll(() => save.isDisabled()).toBe(true)
  expect((await web.up().api.get(`/api/v1/agents/${id}`)).json()).toMatchObject({ name: changed })
  expect(faults).toEqual([])
})
