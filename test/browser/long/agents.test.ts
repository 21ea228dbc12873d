import { readFile } from 'node:fs/promises'
import { agentListSchema, agentSchema } from '@rollcall/shared/api/agent.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { joinAgent, joinAgentWith, type TestAgent } from '../support/agents.ts'
import { axeOnDeskAndPhone, axeViolations, untilIdle } from '../support/open-web.ts'
import { useWeb } from '../support/use-web.ts'

const fleet: Record<string, TestAgent> = {}
const os = (name: string) => ({ hardware: { os: { name } } })
const machine = {
  identity: { serialNumber: '8XK2PL3', manufacturer: 'Dell Inc.', macAddresses: ['00:25:90:12:34:56'] },
}

const web = useWeb(async ({ api }) => {
  const join = async (hostname: string) => {
    fleet[hostname] = await joinAgent(api, hostname)
    return fleet[hostname]
  }
  const serial = (serialNumber: string) => ({ identity: { serialNumber, manufacturer: 'Dell Inc.' } })
  await (await join('web-01')).send({ ...os('Debian GNU/Linux 12'), ...serial('A1') })
  const truncated = ['software: rpm did not answer in 20 s', 'security: without nft']
  const old = { 'User-Agent': 'rollcall-agent/0.0.1' }
  await (await join('desk-01')).send({ ...os('Microsoft Windows 11 Pro'), ...serial('A2'), truncated }, old)
  const later = new Date(Date.now() + 2 * 3_600_000)
  const ahead = { ...os('macOS'), ...serial('A3'), observedAt: later.toISOString() }
  await (await join('mac-01')).send(ahead, { Date: later.toUTCString() })
  const refused = await join('desk-02')
  await refused.send({ ...os('Microsoft Windows 10 Pro'), ...serial('A4') })
  expect((await refused.sendBody({ schemaVersion: 1 })).status).toBe(400)
  const cloned = await join('clone-01')
  for (let count = 0; count < 5; count++) {
    await cloned.send({ ...os('Debian GNU/Linux 12'), ...serial('A5') }, { 'Rollcall-Previous-Snapshot': newId() })
  }
  await join('new-01')
  await (await join('lab-01')).send(machine)
  await (await join('lab-01-new')).send(machine)
})

const agentOf = (hostname: string) => web.up().api.read(`/api/v1/agents/${fleet[hostname]?.id}`, agentSchema)
const table = (page: Page) => page.getByRole('table', { name: 'Agents' })
const row = (page: Page, name: string) => table(page).getByRole('row', { name: new RegExp(`\\b${name}\\b`) })
const names = (page: Page) => table(page).locator('[data-row-link]').allInnerTexts()

async function openAgent(page: Page, name: string) {
  await table(page).getByRole('link', { name, exact: true }).click()
  return page.getByRole('dialog', { name })
}

async function choose(page: Page, filter: string, option: RegExp) {
  await page.getByRole('button', { name: filter, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}

test('the list shows problems in words, links to devices, and narrows by filters that count', async () => {
  const { page, faults } = await web.open('/settings/agents')
  await row(page, 'web-01').getByText('Active').waitFor()
  await expect
    .poll(() => names(page))
    .toEqual(['clone-01', 'desk-01', 'desk-02', 'lab-01-new', 'mac-01', 'new-01', 'web-01'])
  await row(page, 'desk-01').getByText('Data missing: software: rpm did not answer in 20 s and 1 more').waitFor()
  await row(page, 'desk-01').getByText('Upgrade available').waitFor()
  await row(page, 'desk-02')
    .getByText(/^Snapshot refused: ./)
    .waitFor()
  await row(page, 'clone-01').getByText('Used by several machines').waitFor()
  await row(page, 'mac-01')
    .getByText(/^Clock (2h|1h 59m) ahead$/)
    .waitFor()
  await row(page, 'new-01').getByText('Has never connected').waitFor()
  expect(await row(page, 'web-01').getByRole('time').getAttribute('title')).toMatch(/ here\n.* UTC$/)

  await choose(page, 'Platform', /^Windows 2$/)
  await expect.poll(() => names(page)).toEqual(['desk-01', 'desk-02'])
  await choose(page, 'Problem', /^Snapshot refused 1$/)
  await expect.poll(() => names(page)).toEqual(['desk-02'])
  expect(new URL(page.url()).search).toBe('?platform=windows&problem=refused')
  await choose(page, 'Version', /^0\.0\.1 1$/)
  await page.getByText('No agents match').waitFor()
  await page.getByRole('link', { name: 'Show all agents' }).click()
  await page.getByRole('list', { name: 'Agents' }).getByRole('link', { name: '1 to upgrade' }).click()
  await expect.poll(() => names(page)).toEqual(['desk-01'])
  await page.getByRole('button', { name: 'Any upgrade available' }).click()
  await choose(page, 'Status', /^Replaced 1$/)
  await expect.poll(() => names(page)).toEqual(['lab-01'])
  await page.getByRole('button', { name: 'Any status' }).click()
  await page.getByRole('searchbox', { name: 'Search agents' }).fill('DEBIAN')
  await expect.poll(() => names(page)).toEqual(['clone-01', 'web-01'])
  await page.getByRole('button', { name: 'Last contact' }).click()
  await expect.poll(() => names(page)).toEqual(['web-01', 'clone-01'])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(
    csv
      .trim()
      .split('\n')
      .map((line) => line.split(',')[1]),
  ).toEqual(['name', 'web-01', 'clone-01'])
  await row(page, 'web-01').getByRole('link', { name: 'Device web-01' }).click()
  await page.getByRole('heading', { name: 'web-01', level: 1 }).waitFor()
  expect(faults).toEqual([])
})

test('an agent shows what is wrong and what to do, and the replaced one leads to its successor', async () => {
  const { page, faults } = await web.open(`/settings/agents?agent=${fleet['desk-02']?.id}`)
  const refused = page.getByRole('dialog', { name: 'desk-02' })
  const problems = refused.getByRole('list', { name: 'Problems' })
  await problems.getByText('Snapshot refused').waitFor()
  await problems.getByText(/sends a new one with its next run/).waitFor()
  expect(await problems.innerText()).toContain((await agentOf('desk-02')).refusal?.reason)
  await page.getByRole('button', { name: 'Close' }).click()
  await refused.waitFor({ state: 'detached' })

  const incomplete = await openAgent(page, 'desk-01')
  await incomplete.getByText('security: without nft').waitFor()
  await incomplete.getByText(`Upgrade available: 0.0.1 to ${productVersion}`).waitFor()
  await incomplete.getByText(/runs as SYSTEM/).waitFor()
  await page.goBack()
  await incomplete.waitFor({ state: 'detached' })

  await choose(page, 'Status', /^Replaced/)
  const replaced = await openAgent(page, 'lab-01')
  await replaced.getByRole('link', { name: 'Open the agent that replaced it' }).click()
  await page.getByRole('dialog', { name: 'lab-01-new' }).getByText('Active').waitFor()
  expect(faults).toEqual([])
})

test('an agent is renamed, takes its host name again, and joins again under its id', async () => {
  const { page, faults } = await web.open('/settings/agents')
  const panel = await openAgent(page, 'web-01')
  await panel.getByRole('textbox', { name: 'Name' }).fill('Shop')
  // It reports while the name is typed.
  await fleet['web-01']?.send({
    ...os('Debian GNU/Linux 12'),
    identity: { serialNumber: 'A1', manufacturer: 'Dell Inc.' },
  })
  await panel.getByRole('button', { name: 'Rename' }).click()
  const renamed = page.getByRole('dialog', { name: 'Shop' })
  await renamed.waitFor()
  await row(page, 'Shop').waitFor()
  await renamed.getByRole('textbox', { name: 'Name' }).fill('')
  await renamed.getByRole('button', { name: 'Rename' }).click()
  const own = page.getByRole('dialog', { name: 'web-01' })
  await own.waitFor()

  await own.getByRole('button', { name: 'Generate rejoin command' }).click()
  const line = await own.getByRole('textbox', { name: 'Install command' }).inputValue()
  await own.getByText('No machine has joined yet.').waitFor()
  const token = / --token (\S+)/.exec(line)?.[1] ?? ''
  const again = await joinAgentWith(web.up().api, token, 'web-01')
  expect(again.id).toBe(fleet['web-01']?.id)
  fleet['web-01'] = again
  await own.getByText('Joined: web-01').waitFor()
  expect(faults).toEqual([])
})

test('selected agents are revoked after a confirmation that names them', async () => {
  const [one, other] = [await joinAgent(web.up().api, 'old-01'), await joinAgent(web.up().api, 'old-02')]
  const { page, faults } = await web.open('/settings/agents?q=old-')
  await page.getByRole('checkbox', { name: 'Select all agents on this page' }).check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke 2 agents?' })
  await dialog.getByText('old-01, old-02').waitFor()
  await dialog.getByText(/Their tokens end at once/).waitFor()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('2 agents revoked').waitFor()
  await page.getByText('No agents match').waitFor()
  expect((await one.sendBody({})).status).toBe(401)
  expect((await other.sendBody({})).status).toBe(401)
  expect(faults).toEqual([])
})

test('one agent is revoked from its panel', async () => {
  const agent = await joinAgent(web.up().api, 'gone-01')
  const { page, faults } = await web.open(`/settings/agents?agent=${agent.id}`)
  await page.getByRole('dialog', { name: 'gone-01' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog', { name: 'Revoke gone-01?' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').first().waitFor({ state: 'detached' })
  await row(page, 'gone-01').waitFor({ state: 'detached' })
  expect((await agent.sendBody({})).status).toBe(401)
  expect(faults).toEqual([])
})

test('the install command is copied for Linux, Windows and macOS, each with the line that removes the agent', async () => {
  const { page, context, faults } = await web.open('/settings/agents')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Add agents' }).click()
  const panel = page.getByRole('dialog', { name: 'Add agents' })
  await panel.getByRole('button', { name: 'Generate install command' }).click()
  const copied = async (label: string) => {
    await panel.getByRole('button', { name: `Copy: ${label}` }).click()
    return page.evaluate('navigator.clipboard.readText()')
  }
  const url = web.up().facts.url.replace(/\/$/, '')
  const file = `rollcall-agent-${productVersion}-x64.msi`
  expect(await copied('Install command')).toMatch(/^sudo rollcall agent install --url \S+ --token rcj1\.\S+$/)
  await panel.getByText('Windows', { exact: true }).click()
  const line = await copied('Install command')
  expect(line).toMatch(/^msiexec \/i (\S+) \/qn ROLLCALL_URL=(\S+) ROLLCALL_TOKEN=rcj1\.\S+$/)
  expect(line).toContain(` ${file} /qn ROLLCALL_URL=${url} `)
  expect(await copied('To uninstall it')).toBe(`msiexec /x ${file} /qn`)
  expect(await axeViolations(page)).toEqual([])
  await panel.getByText('macOS', { exact: true }).click()
  expect(await copied('Install command')).toMatch(/^sudo \/Library\/Rollcall\/Agent\/rollcall agent install --url /)
  expect(await copied('To uninstall it')).toBe('sudo /Library/Rollcall/Agent/rollcall agent uninstall')
  expect(faults).toEqual([])
})

test('a requested snapshot is announced with its time, and its arrival is shown', async () => {
  const { page, faults } = await web.open('/settings/agents')
  const panel = await openAgent(page, 'mac-01')
  const snapshot = panel.getByRole('region', { name: 'Snapshot' })
  await snapshot.getByText(/^The snapshot arrives with the next run of the agent, by .* at the latest\.$/).waitFor()
  await snapshot.getByRole('button', { name: 'Snapshot now' }).click()
  await snapshot.getByText(/^Requested/).waitFor()
  expect(await snapshot.getByRole('button', { name: 'Snapshot now' }).isDisabled()).toBe(true)
  expect((await agentOf('mac-01')).snapshotRequestedAt).not.toBeNull()
  await fleet['mac-01']?.send({ ...os('macOS'), identity: { serialNumber: 'A3', manufacturer: 'Dell Inc.' } })
  await snapshot.getByText(/^Snapshot received/).waitFor()
  expect(await snapshot.getByRole('button', { name: 'Snapshot now' }).isEnabled()).toBe(true)
  await snapshot.getByRole('button', { name: 'Snapshot now' }).click()
  await snapshot.getByText(/^Requested/).waitFor()
  expect((await fleet['mac-01']?.sendBody({ schemaVersion: 1 }))?.status).toBe(400)
  await snapshot.getByText('The snapshot was refused. The reason is above.').waitFor()
  await panel.getByRole('list', { name: 'Problems' }).getByText('Snapshot refused').waitFor()
  expect(faults).toEqual([])
})

test('an agent that waits for requests is announced to answer within a minute', async () => {
  const waiting = fleet['clone-01']?.awaitRequest()
  await expect.poll(async () => (await agentOf('clone-01')).watching).toBe(true)
  const { page, faults } = await web.open(`/settings/agents?agent=${fleet['clone-01']?.id}`)
  const snapshot = page.getByRole('region', { name: 'Snapshot' })
  await snapshot.getByText('The agent waits for requests: the snapshot arrives within a minute.').waitFor()
  await snapshot.getByRole('button', { name: 'Snapshot now' }).click()
  expect(await waiting).toMatchObject({ snapshotWanted: true })
  expect(faults).toEqual([])
})

test('the interval, the jitter and the privacy of the site are set within their limits', async () => {
  const { page, faults } = await web.open('/settings/agents')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const form = page.getByRole('form', { name: 'Settings of the agents' })
  await form.getByLabel('Interval').fill('4')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Correct the fields marked below.').waitFor()
  await form.getByLabel('Interval').fill('30')
  await form.getByLabel('Jitter').fill('31')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('must be at most the interval of 30 minutes').waitFor()
  await form.getByLabel('Jitter').fill('0')
  await form.getByRole('combobox', { name: 'Leave out' }).click()
  await page.getByRole('option', { name: 'Accounts' }).click()
  expect(await axeViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Saved').waitFor()
  const settings = async () => (await web.up().api.get('/api/v1/site/settings')).json() as { agents: object }
  expect((await settings()).agents).toEqual({ intervalMinutes: 30, jitterMinutes: 0, leaveOut: 'accounts' })
  await form.getByLabel('Interval').fill('')
  await form.getByLabel('Jitter').fill('')
  await form.getByRole('combobox', { name: 'Leave out' }).click()
  await page.getByRole('option', { name: 'Nothing' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await settings()).agents)
    .toEqual({ intervalMinutes: null, jitterMinutes: null, leaveOut: null })
  expect(faults.filter((fault) => !/ 400$|status of 400/.test(fault))).toEqual([])
})

test('a person who may only read sees the agents and no action', async () => {
  const { page } = await web.openAsReader('/settings/agents')
  await row(page, 'web-01').waitFor()
  const panel = await openAgent(page, 'web-01')
  await panel.getByRole('link', { name: 'View device' }).waitFor()
  const actions = page.getByRole('button', { name: /^(Add agents|Rename|Revoke|Generate|Snapshot now)/ })
  expect([await actions.count(), await page.getByRole('checkbox').count()]).toEqual([0, 0])
})

test('axe finds no violation in the list and the panel, and the phone does not scroll sideways', async () => {
  const { page, faults } = await web.open('/settings/agents')
  await row(page, 'web-01').waitFor()
  await untilIdle(page)
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await openAgent(page, 'desk-01')
  await page.getByRole('list', { name: 'Problems' }).waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a site without agents says how the first one is installed on each platform', async () => {
  const { items } = await web.up().api.read('/api/v1/agents?limit=1000', agentListSchema)
  const replaced = await web.up().api.read('/api/v1/agents?status=Replaced', agentListSchema)
  for (const { id } of [...items, ...replaced.items]) await web.up().api.call('DELETE', `/api/v1/agents/${id}`)
  const { page, faults } = await web.open('/settings/agents')
  const empty = page.getByText('No agent on this site')
  await empty.waitFor()
  await page
    .getByRole('main')
    .getByText(/Linux.*Windows.*macOS/)
    .waitFor()
  expect(await page.getByRole('button', { name: 'Add agents' }).count()).toBeGreaterThan(0)
  expect(faults).toEqual([])
})
