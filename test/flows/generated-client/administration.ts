import { deepEqual, equal, ok } from 'node:assert/strict'
import { type Client, streamUntil } from './connect.ts'

/** Sites and their settings, who may call, who may join, and what is told of it all. */
export async function walkAdministration(api: Client, siteId: string): Promise<void> {
  const { data: site } = await api.sites.createSite({ name: 'Branch' })
  const { data: renamed } = await api.sites.renameSite(site.id, { name: 'Branch office' })
  deepEqual((await api.sites.getSite(site.id)).data, renamed)
  deepEqual((await api.sites.listSites()).data.items.map(({ id }) => id).sort(), [siteId, site.id].sort())

  await settings(api)
  await callers(api, siteId)
  await users(api)
  await joining(api)

  const events = await api.notifications.streamEvents({ types: 'device.added' })
  const { data: device } = await api.devices.createDevice({ name: 'heard-of', serialNumber: 'HEARD-1' })
  ok((await streamUntil(events, device.id)).includes('event: device.added'))
  const { data: usage } = await api.usage.getUsage()
  ok(usage.transactions > 50)
}

async function settings(api: Client): Promise<void> {
  const { data: patched } = await api.sites.updateSiteSettings({ retention: { snapshotsPerDevice: 20 } })
  equal(patched.retention.snapshotsPerDevice, 20)
  equal((await api.sites.getSiteSettings()).data.retention.snapshotsPerDevice, 20)
  equal((await api.sites.getSnapshotStorageState()).data.enabled, false)
  const { data: storage } = await api.sites.testSnapshotStorage({ bucket: 'inventory' })
  deepEqual([storage.ok, storage.problem], [false, 'incomplete_settings'])
  equal((await api.sites.testMail()).data.problem, 'incomplete_settings')
}

async function callers(api: Client, siteId: string): Promise<void> {
  const { data: created } = await api.appRegistrations.createAppRegistration({
    name: 'CMDB',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    siteIds: [siteId],
  })
  ok(created.clientSecret.length >= 32)
  const { data: disabled } = await api.appRegistrations.updateAppRegistration(created.id, { enabled: false })
  deepEqual((await api.appRegistrations.getAppRegistration(created.id)).data, disabled)
  ok((await api.appRegistrations.listAppRegistrations()).data.items.some(({ id }) => id === created.id))
  const { data: next } = await api.appRegistrations.createAppRegistrationSecret(created.id, {})
  ok(next.clientSecret !== created.clientSecret)
  const { data: secrets } = await api.appRegistrations.listAppRegistrationSecrets(created.id)
  const former = secrets.items.find(({ endsAt }) => endsAt !== null)
  ok(former)
  await api.appRegistrations.deleteAppRegistrationSecret(created.id, former.id)
  deepEqual(
    (await api.appRegistrations.listAppRegistrationSecrets(created.id)).data.items.map(({ id }) => id),
    [next.id],
  )
  await api.appRegistrations.deleteAppRegistration(created.id)
  deepEqual((await api.notifications.listAlerts()).data.items, [])
  equal((await api.notifications.listNotifications({ status: 'Failed' })).data.total, 0)
}

async function users(api: Client): Promise<void> {
  const { data: user } = await api.users.createUser({ username: 'ada', name: 'Ada', role: 'Editor' })
  deepEqual(user.capabilities.toSorted(), ['EditInventory', 'StartAuditsOrScans'])
  deepEqual(
    (await api.users.listUsers()).data.items.map(({ username }) => username),
    ['ada', 'admin'],
  )
  const { data: changed } = await api.users.updateUser(user.id, { name: 'Ada Lovelace', capabilities: [] })
  deepEqual([changed.name, changed.role], ['Ada Lovelace', 'Viewer'])
  const { data: reset } = await api.users.resetUserPassword(user.id)
  await api.users.resetUserTwoFactor(user.id)

  const signIn = await signedIn(api, 'ada', reset.password)
  equal((await api.users.getMe(signIn)).data.mustChangePassword, false)
  equal((await api.users.updateMe({ email: 'ada@example.com' }, signIn)).data.email, 'ada@example.com')
  await signedIn(api, 'ada', newPassword)
  const { data: own } = await api.users.listOwnSessions({}, signIn)
  const [other, current] = [own.items.find((each) => !each.isCurrent), own.items.find((each) => each.isCurrent)]
  ok(other && current)
  await api.users.revokeOwnSession(other.id, signIn)
  deepEqual(
    (await api.users.listUserSessions(user.id)).data.items.map(({ id }) => id),
    [current.id],
  )
  await api.users.revokeUserSession(user.id, current.id)
  equal((await api.users.getUser(user.id)).data.email, 'ada@example.com')
  await api.users.deleteUser(user.id)

  equal((await api.users.getSignInSettings()).data.oidc, null)
  const oidc = { issuer: 'http://127.0.0.1:1', clientId: 'rollcall' }
  equal((await api.users.updateSignInSettings({ oidc })).data.oidc?.clientSecretSet, false)
  equal((await api.users.testSignInSettings({})).data.ok, false)
  await api.users.updateSignInSettings({ oidc: null })
}

const newPassword = 'a password of twelve'

/** Returns the headers of a signed-in browser, after changing a one-time password. */
async function signedIn(api: Client, username: string, password: string) {
  const Origin = api.baseUrl
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const sent = { method: 'POST', headers: { 'Content-Type': 'application/json', Origin, ...headers } }
    const answer = await fetch(`${Origin}/api/auth/${path}`, { ...sent, body: JSON.stringify(body) })
    ok(answer.ok, await answer.text())
    return {
      Cookie: answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';', 1)[0])
        .join('; '),
    }
  }
  const first = await post('sign-in/username', { username, password }, {})
  const isOneTime = password !== newPassword
  const cookie = isOneTime ? await post('change-password', { currentPassword: password, newPassword }, first) : first
  return { secure: false, headers: { Origin, ...cookie } }
}

async function joining(api: Client): Promise<void> {
  const { data: token } = await api.auditServices.createJoinToken({ for: 'agent', uses: 5, tag: 'Laptops' })
  equal((await api.auditServices.getJoinToken(token.id)).data.usesLeft, 5)
  equal((await api.auditServices.listJoinTokens({ for: 'agent' })).data.items[0]?.id, token.id)
  await api.auditServices.deleteJoinToken(token.id)
  const { data: agents } = await api.agents.listAgents()
  const [agent] = agents.items
  ok(agent)
  deepEqual((await api.agents.getAgent(agent.id)).data.hostname, agent.hostname)
  equal((await api.agents.getAgentSummary()).data.statuses.find(({ status }) => status === 'Active')?.agents, 1)
  equal((await api.agents.updateAgent(agent.id, { name: 'Front desk' })).data.name, 'Front desk')
  ok((await api.agents.requestAgentSnapshot(agent.id)).data.id)
  ok((await api.agents.createAgentJoinToken(agent.id)).data.token)
  await api.agents.deleteAgent(agent.id)
}
