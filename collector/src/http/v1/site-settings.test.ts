import { defaultSiteSettings, type PatchedSiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { parseAllowList } from '@rollcall/shared/node/outbound/allow-list.ts'
import { createOutbound, type Outbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { openSiteSettings } from '../../sites/settings.ts'
import { siteTables } from '../../store/schema/sites.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'
import { twoSites } from '../testing/caller.ts'

const path = '/api/v1/site/settings'
const storage = {
  enabled: true,
  endpoint: 'https://s3.example.org',
  region: 'eu-1',
  bucket: 'inventory',
  prefix: 'rollcall',
  accessKeyId: 'key',
  forcePathStyle: false,
}
const smtp = {
  host: 'mail.example.org',
  port: 465,
  security: 'tls',
  username: 'rollcall',
  from: 'rollcall@example.org',
}
const fallback = { enabled: true, treatEmptyAsJunk: true, junkBiosUuids: ['11111111-2222-3333-4444-555555555555'] }
const retention = { snapshotsPerDevice: 10, snapshotDays: 90, changeLogDays: 365, staleDeviceDays: 60 }
const quota = { monthlyTransactions: 5000, rechargeDay: 15, timeZone: 'Europe/Berlin' }
const notifications = { smtp, recipients: ['it@example.org'], allowPrivateWebhooks: true }
const hook = { name: 'CMDB', url: 'https://hooks.example.org/T0/secret-path', events: ['device.added'] }

describeOnEitherEngine(path, ({ open }) => {
  async function setUp(outbound?: Outbound) {
    const app = await testApp(await open(), outbound)
    const get = (headers = {}) => app.call('GET', path, { headers })
    const patch = (json: object, headers = {}) => app.call('PATCH', path, { json, headers })
    const patched = async (json: object) => {
      const answer = await patch(json)
      expect(answer.status).toBe(200)
      return (await answer.json()) as PatchedSiteSettings
    }
    const faultsOf = async (json: object) => {
      const answer = await patch(json)
      const { errors } = (await answer.json()) as { errors: { path: string }[] }
      expect(answer.status).toBe(400)
      return errors.map((error) => error.path)
    }
    const modified = async () =>
      (await changesOf(app.ctx)).map(({ verb, entity, field, from, to }) => [verb, entity, field, from, to])
    return { ...app, app, get, patch, patched, faultsOf, modified }
  }

  it('are the defaults until they are changed', proves('settings.get'), async () => {
    const { get, call } = await setUp()
    const answer = await get()
    expect([answer.status, await answer.json()]).toEqual([200, defaultSiteSettings])
    const etag = answer.headers.get('ETag') ?? ''
    expect((await get({ 'If-None-Match': etag })).status).toBe(304)
    for (const method of ['GET', 'PATCH']) {
      const sent = method === 'PATCH' ? { json: {} } : {}
      expect((await call(method, path, { token: 'reader', ...sent })).status).toBe(403)
    }
  })

  it.each([
    ['snapshotStorage', storage, { secretAccessKey: 'k' }, ['snapshotStorage.bucket', null, 'inventory']],
    ['machineIdFallback', fallback, {}, ['machineIdFallback.enabled', 'false', 'true']],
    ['retention', retention, {}, ['retention.snapshotDays', '0', '90']],
    ['quota', quota, {}, ['quota.rechargeDay', '1', '15']],
    ['workload', { perSecond: 10, perMinute: 300 }, {}, ['workload.perSecond', '0', '10']],
    ['ssh', { requireKnownHostKeys: true }, {}, ['ssh.requireKnownHostKeys', 'false', 'true']],
    ['notifications', notifications, { smtp: { ...smtp, password: 'p' } }, ['notifications.smtp.port', '587', '465']],
  ] as const)(
    'accept each of %s, log each change, and keep the rest',
    proves('settings.patch'),
    async (group, fields, withSecret, row) => {
      const { get, patch, patched, modified } = await setUp()
      const answer = await patched({ [group]: { ...fields, ...withSecret } })
      expect(answer[group]).toMatchObject(fields)
      expect(answer).toEqual({ ...defaultSiteSettings, [group]: answer[group] })
      const found = await get()
      expect(await found.json()).toEqual(answer)
      const rows = await modified()
      expect(rows).toContainEqual(['Modified', 'Site settings', ...row])
      const again = await patch({ [group]: fields })
      expect(again.headers.get('ETag')).toBe(found.headers.get('ETag'))
      expect(await modified()).toEqual(rows)
    },
  )

  it('have write-only secrets', proves('settings.get', 'settings.patch'), async () => {
    const { get, patched, modified, ctx } = await setUp()
    const secret = `whsec_${Buffer.from('hidden-webhook-secret-32-octets!').toString('base64')}`
    const secrets = ['hidden-access-key', 'hidden-password', secret]
    const answer = await patched({
      snapshotStorage: { ...storage, secretAccessKey: secrets[0] },
      notifications: { smtp: { ...smtp, password: secrets[1] }, webhooks: [{ ...hook, secret }] },
    })
    expect(answer).toMatchObject({
      snapshotStorage: { secretAccessKeySet: true },
      notifications: { smtp: { passwordSet: true }, webhooks: [{ secretSet: true }] },
    })
    const id = answer.notifications.webhooks[0]?.id ?? ''
    const opened = await openSiteSettings(ctx, ctx.siteId)
    expect(opened.secrets).toEqual({ snapshotStorage: secrets[0], smtp: secrets[1], [`webhook:${id}`]: secret })
    const rows = await ctx.store.read((db) => db.select().from(db.tables(siteTables).siteSettings))
    const stored = rows.map((row) => JSON.stringify(row) + Buffer.from(row.sealedSecrets ?? []).toString('latin1'))
    const seen = JSON.stringify([answer, await (await get()).json(), await changesOf(ctx), stored])
    for (const each of secrets) expect(seen).not.toContain(each)
    expect(JSON.stringify(await changesOf(ctx))).not.toContain('secret-path')
    expect(await modified()).toContainEqual([
      'Modified',
      'Site settings',
      'notifications.smtp.password',
      null,
      '(secret)',
    ])

    const without = await patched({ snapshotStorage: { enabled: false, secretAccessKey: null } })
    expect(without.snapshotStorage.secretAccessKeySet).toBe(false)
    const last = ['Modified', 'Site settings', 'snapshotStorage.secretAccessKey', '(secret)', null]
    expect((await modified()).at(-1)).toEqual(last)
  })

  it('reveal no people and user names in the change log to callers who may not read them', async () => {
    const { patched, call } = await setUp()
    await patched({
      snapshotStorage: { ...storage, accessKeyId: 'AKIAOFTHESITE', secretAccessKey: 'k' },
      notifications: { ...notifications, smtp: { ...smtp, username: 'postmaster-7', password: 'p' } },
    })
    const answer = await call('GET', '/api/v1/software/change-history', { token: 'reader' })
    const log = await answer.text()
    for (const field of ['notifications.recipients', 'notifications.smtp.username', 'snapshotStorage.accessKeyId']) {
      expect(log).toContain(`"field":"${field}"`)
    }
    for (const value of ['it@example.org', 'postmaster-7', 'AKIAOFTHESITE']) expect(log).not.toContain(value)
  })

  it.each([
    [
      'storage without what it needs',
      { snapshotStorage: { enabled: true } },
      ['bucket', 'accessKeyId', 'secretAccessKey'].map((name) => `/snapshotStorage/${name}`),
    ],
    [
      'storage with an empty bucket',
      { snapshotStorage: { ...storage, secretAccessKey: 'k', bucket: ' ' } },
      ['/snapshotStorage/bucket'],
    ],
    [
      'a mail server without a sender',
      { notifications: { smtp: { host: 'mail.example.org' } } },
      ['/notifications/smtp/from'],
    ],
    ['a user name without a password', { notifications: { smtp } }, ['/notifications/smtp/password']],
    [
      'a password without a user name',
      { notifications: { smtp: { password: 'p' } } },
      ['/notifications/smtp/username'],
    ],
    ['an unknown group', { printers: {} }, ['/printers']],
    ['an unknown field', { quota: { monthly: 5 } }, ['/quota/monthly']],
    [
      'what only answers say',
      { snapshotStorage: { secretAccessKeySet: true } },
      ['/snapshotStorage/secretAccessKeySet'],
    ],
    ['a day that not every month has', { quota: { rechargeDay: 29 } }, ['/quota/rechargeDay']],
    ['a time zone that is none', { quota: { timeZone: 'Mars/Olympus' } }, ['/quota/timeZone']],
    ['a group removed', { quota: null }, ['/quota']],
    ['a secret of nothing', { snapshotStorage: { secretAccessKey: '' } }, ['/snapshotStorage/secretAccessKey']],
    [
      'an address with a password',
      { snapshotStorage: { endpoint: 'https://a:b@s3.example.org' } },
      ['/snapshotStorage/endpoint'],
    ],
    [
      'an address with a query',
      { snapshotStorage: { endpoint: 'https://s3.example.org/?key=1' } },
      ['/snapshotStorage/endpoint'],
    ],
    ['an address that is none', { snapshotStorage: { endpoint: 's3.example.org' } }, ['/snapshotStorage/endpoint']],
    [
      'a webhook that is not there',
      { notifications: { webhooks: [hook, { ...hook, id: newId() }] } },
      ['/notifications/webhooks/1/id'],
    ],
    [
      'a webhook secret in another form',
      { notifications: { webhooks: [{ ...hook, secret: 'x' }] } },
      ['/notifications/webhooks/0/secret'],
    ],
    ...[23, 65].map((bytes): [string, object, string[]] => [
      `a webhook secret of ${bytes} bytes`,
      { notifications: { webhooks: [{ ...hook, secret: `whsec_${Buffer.alloc(bytes).toString('base64')}` }] } },
      ['/notifications/webhooks/0/secret'],
    ]),
    [
      'a webhook secret that is no base64',
      { notifications: { webhooks: [{ ...hook, secret: `whsec_${'A'.repeat(33)}` }] } },
      ['/notifications/webhooks/0/secret'],
    ],
    [
      'an event that is none',
      { notifications: { webhooks: [{ ...hook, events: ['device.*'] }] } },
      ['/notifications/webhooks/0/events/0'],
    ],
  ])('refuse the whole request with %s', async (_, json, places) => {
    const { get, faultsOf } = await setUp()
    expect(await faultsOf({ retention: { snapshotDays: 1 }, ...json })).toEqual(places)
    expect(await (await get()).json()).toEqual(defaultSiteSettings)
  })

  it.each([
    ['127.0.0.1', 'a loopback address'],
    ['2130706433', '127.0.0.1 is a loopback address'],
    ['localhost', 'localhost is a loopback address'],
    ['hooks.localhost.', 'a loopback address'],
    ['10.0.0.9:8443', 'a private address'],
    ['169.254.7.7', 'a link-local address'],
    ['[::ffff:192.168.0.1]', 'a private address'],
    ['[fd00::1]', 'a private address'],
    ['169.254.169.254', 'a cloud metadata service'],
    ['[fd00:ec2::254]', 'a cloud metadata service'],
  ])('refuse a webhook to %s, unless the operator allows it', proves('webhooks.addresses'), async (host, reason) => {
    const url = `https://${host}/x`
    const webhooks = [hook, { ...hook, url, enabled: false }]
    const { get, patch } = await setUp(createOutbound({}))
    for (const allowPrivateWebhooks of [false, true]) {
      const answer = await patch({ notifications: { webhooks, allowPrivateWebhooks } })
      expect(answer.status).toBe(400)
      const message = expect.stringMatching(`${reason}, which is closed to webhooks.*ROLLCALL_OUTBOUND_ALLOW`)
      expect(await answer.json()).toMatchObject({ errors: [{ path: '/notifications/webhooks/1/url', message }] })
    }
    expect(await (await get()).json()).toEqual(defaultSiteSettings)
    const allow = parseAllowList(
      '127.0.0.1,10.0.0.9:8443,169.254.7.7,192.168.0.0/16,fd00::/16,169.254.169.254,fd00:ec2::254',
    )
    const open = await setUp(createOutbound({ allow }))
    await open.patched({ notifications: { webhooks } })
  })

  it('accept a webhook to a name or public address, and no http:// to a literal address', async () => {
    const { patched, faultsOf } = await setUp()
    const to = (...urls: string[]) => ({ notifications: { webhooks: urls.map((url) => ({ ...hook, url })) } })
    await patched(
      to('https://localhost.example.org/x', 'http://intranet/x', 'https://9.9.9.9/x', 'https://[2620:fe::9]/'),
    )
    expect(await faultsOf(to('http://9.9.9.9/x'))).toEqual(['/notifications/webhooks/0/url'])
  })

  it('check unchanged fields together with changed ones', async () => {
    const { patched, faultsOf } = await setUp()
    await patched({ snapshotStorage: { ...storage, secretAccessKey: 'k' } })
    expect(await faultsOf({ snapshotStorage: { secretAccessKey: null } })).toEqual(['/snapshotStorage/secretAccessKey'])
    expect(await faultsOf({ snapshotStorage: { bucket: null } })).toEqual(['/snapshotStorage/bucket'])
    expect((await patched({ snapshotStorage: { bucket: 'other' } })).snapshotStorage.secretAccessKeySet).toBe(true)
  })

  it('drop the mail password when the host changes', async () => {
    const { patched, faultsOf } = await setUp()
    await patched({ notifications: { smtp: { ...smtp, password: 'p' } } })
    const elsewhere = { host: 'elsewhere.example.org' }
    expect(await faultsOf({ notifications: { smtp: elsewhere } })).toEqual(['/notifications/smtp/password'])
    const off = await patched({ notifications: { smtp: { host: null } } })
    expect(off.notifications.smtp).toMatchObject({ host: null, passwordSet: false })
    const anew = await patched({ notifications: { smtp: { ...elsewhere, password: 'q' } } })
    expect(anew.notifications.smtp).toMatchObject({ ...elsewhere, passwordSet: true })
  })

  it('return the generated secret of a webhook once, and keep it with its id', proves('settings.patch'), async () => {
    const { get, patch, patched, faultsOf, modified, ctx } = await setUp()
    const made = await patch({ notifications: { webhooks: [hook] } })
    expect(made.headers.get('Cache-Control')).toBe('no-store')
    const [first] = ((await made.json()) as PatchedSiteSettings).notifications.webhooks
    expect(first).toEqual({
      ...hook,
      id: expect.any(String),
      enabled: true,
      secretSet: true,
      secret: expect.any(String),
    })
    const { secret = '', ...shown } = first as PatchedSiteSettings['notifications']['webhooks'][number]
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
    expect(await (await get()).json()).toMatchObject({ notifications: { webhooks: [shown] } })
    expect(made.headers.get('ETag')).toBe((await get()).headers.get('ETag'))

    const moved = { id: shown.id, ...hook, url: 'https://other.example.org/x', enabled: false }
    const { webhooks } = (await patched({ notifications: { webhooks: [{ ...hook, name: 'new' }, moved] } }))
      .notifications
    expect(webhooks).toMatchObject([
      { name: 'new', secret: expect.any(String) },
      { ...moved, secretSet: true },
    ])
    expect(webhooks[1]).not.toHaveProperty('secret')
    const secretOf = async (id = '') => (await openSiteSettings(ctx, ctx.siteId)).secrets[`webhook:${id}`]
    expect([await secretOf(webhooks[0]?.id), await secretOf(shown.id)]).toEqual([webhooks[0]?.secret, secret])
    const twice = { notifications: { webhooks: [moved, moved] } }
    expect(await faultsOf(twice)).toEqual(['/notifications/webhooks/1/id'])

    const elsewhere = { ...moved, url: 'https://other.example.org/y' }
    await patched({ notifications: { webhooks: [elsewhere, { ...hook, id: webhooks[0]?.id, name: 'new' }] } })
    const given = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    const rotated = await patched({ notifications: { webhooks: [{ ...elsewhere, secret: given }] } })
    expect(rotated.notifications.webhooks).toEqual([{ ...elsewhere, secretSet: true }])
    expect([await secretOf(webhooks[0]?.id), await secretOf(shown.id)]).toEqual([undefined, given])
    expect(await modified()).toEqual([
      ['Added', 'Webhook', null, null, 'CMDB'],
      ['Modified', 'Webhook', 'url', 'https://hooks.example.org/…', 'https://other.example.org/…'],
      ['Modified', 'Webhook', 'enabled', 'true', 'false'],
      ['Added', 'Webhook', null, null, 'new'],
      ['Modified', 'Webhook', 'url', 'https://other.example.org/…', 'https://other.example.org/…'],
      ['Modified', 'Webhook', 'secret', '(secret)', '(secret)'],
      ['Deleted', 'Webhook', null, 'new', null],
    ])
    expect((await patched({ quota: { rechargeDay: 2 } })).notifications.webhooks).toEqual(
      rotated.notifications.webhooks,
    )
    expect(await secretOf(shown.id)).toBe(given)
  })

  it('check If-Match', async () => {
    const { get, patch } = await setUp()
    const seen = { 'If-Match': (await get()).headers.get('ETag') ?? '' }
    expect((await patch({ quota: { rechargeDay: 2 } }, seen)).status).toBe(200)
    expect((await patch({ quota: { rechargeDay: 3 } }, seen)).status).toBe(412)
    expect(await (await get()).json()).toMatchObject({ quota: { rechargeDay: 2 } })
  })

  it('are those of the site of the call', proves('sites.choose', 'service.sites'), async () => {
    const { app, get, call } = await setUp()
    const { both, branchId } = await twoSites(app)
    const json = { quota: { rechargeDay: 9 } }
    const changed = await call('PATCH', path, { token: both.token, headers: { 'X-Site-Id': branchId }, json })
    expect(await changed.json()).toMatchObject(json)
    expect(await (await get()).json()).toEqual(defaultSiteSettings)
  })
})
