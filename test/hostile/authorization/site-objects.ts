import { randomBytes } from 'node:crypto'
import { createCurve, createUser } from '@nats-io/nkeys'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { z } from 'zod'
import type { ApiClient } from '../../harness/api-client.ts'
import { browserSession } from '../../harness/browser-session.ts'
import { waitFor } from '../../harness/wait.ts'

const itemSchema = z.looseObject({ id: z.string() })
const listSchema = z.object({ items: z.array(itemSchema) })
const snapshotSchema = z.looseObject({ id: z.string(), deviceId: z.string() })
const sessionListSchema = z.object({ items: z.array(z.object({ id: z.string(), isCurrent: z.boolean() })) })
const tokenSchema = z.object({ token: z.string() })

type Api = { call: ApiClient['call'] /** Token of an Administrator of the site. */; token: string; origin: string }
type SiteOptions = {
  siteId: string /** Part of every name, so that a leak to another site shows. */
  mark: string
  scannedBy?: string
  /** The sites of users and registrations; without it the site alone. */
  boundTo?: readonly string[]
}

/** Creates objects of one site through the API, as an Administrator of the site. */
export function createSiteObjects(
  { call, token, origin }: Api,
  { siteId, mark, scannedBy, boundTo = [siteId] }: SiteOptions,
) {
  /** The last number of the loopback address that was scanned last. */
  let address = 1
  const newText = () => `${mark}-${randomBytes(6).toString('hex')}`

  const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<unknown> => {
    const headers = { 'X-Site-Id': siteId }
    const answer = await call(method, path, { token, headers, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body.toString()}`)
    return answer.body.length === 0 ? undefined : answer.json()
  }
  const create = async (path: string, body: unknown) => itemSchema.parse(await send('POST', `/api/v1/${path}`, body))
  const idOf = async (path: string, body: unknown) => (await create(path, body)).id
  const first = async (path: string) => {
    const [item] = listSchema.parse(await send('GET', `/api/v1/${path}`)).items
    if (item === undefined) throw new Error(`GET ${path} lists nothing`)
    return item.id
  }

  const device = () => idOf('devices', { name: newText(), serialNumber: newText() })
  const snapshot = async (serialNumber = newText(), day = 1) =>
    snapshotSchema.parse(
      await create('snapshots', {
        source: 'Import',
        auditDate: `2026-01-0${day}T00:00:00Z`,
        device: { name: serialNumber, type: 'computer', manufacturer: 'Example', serialNumber },
        data: { software: [{ name: `${mark}-editor`, version: newText() }] },
      }),
    )
  const schedule = (kind: 'scan' | 'audit') => idOf('schedules', { name: newText(), kind, cron: '0 3 1 1 *' })
  const view = () => idOf('views', { name: newText(), list: 'devices', parameters: { type: 'printer' }, shared: true })
  const tag = () => idOf('tags', { name: newText() })
  const credential = () =>
    idOf('credentials', { name: newText(), kind: 'snmp-community', version: 'v2c', community: newText() })

  const joinSecret = async (kind: 'agent' | 'audit-service') => {
    const body = { for: kind, uses: 1, ttlSeconds: 600 }
    const joinToken = tokenSchema.parse(await send('POST', '/api/v1/join-tokens', body))
    return parseJoinToken(joinToken.token)?.secret ?? ''
  }
  /** Joins an Audit Service that never connects, so its tasks stay queued. */
  const auditService = async () => {
    const body = {
      secret: await joinSecret('audit-service'),
      name: newText(),
      hostname: newText(),
      version: '0.1.0',
      userPublicKey: createUser().getPublicKey(),
      curvePublicKey: createCurve().getPublicKey(),
    }
    const answer = await call('POST', '/api/audit-service/join', { body })
    return z.object({ auditServiceId: z.string(), userJwt: z.string() }).parse(answer.json())
  }
  const agent = async () => {
    const body = { secret: await joinSecret('agent'), hostname: newText(), version: '0.1.0' }
    const answer = await call('POST', '/api/agent/join', { body })
    return z.object({ agentId: z.string(), token: z.string() }).parse(answer.json())
  }
  const segment = async (auditServiceId: string, credentialId?: string) =>
    idOf('segments', {
      name: newText(),
      type: 'ip-range',
      auditServiceId,
      addresses: ['127.0.0.1-127.0.0.2'],
      credentialIds: [credentialId ?? (await credential())],
    })

  /** Creates a user who has chosen a password, and signs in. */
  const signedInUser = async (capabilities: readonly string[]) => {
    const username = `user-${randomBytes(6).toString('hex')}`
    const created = await create('users', { username, name: newText(), capabilities, siteIds: boundTo })
    const { id, password } = z.object({ id: z.string(), password: z.string() }).parse(created)
    const browser = browserSession({ call }, origin)
    await browser.signIn(username, password)
    const newPassword = `password of ${newText()}`
    const chosen = { currentPassword: password, newPassword }
    const changed = await browser.send('POST', '/api/auth/change-password', { body: chosen })
    if (changed.status !== 204) throw new Error(`the password was not changed: ${changed.body.toString()}`)
    /** Signs in on another browser and gives that session's id. */
    const signInAgain = async () => {
      const another = browserSession({ call }, origin)
      await another.signIn(username, newPassword)
      const { items } = sessionListSchema.parse((await another.send('GET', '/api/v1/me/sessions')).json())
      return items.find(({ isCurrent }) => isCurrent)?.id ?? ''
    }
    return { id, browser, signInAgain }
  }
  const userWithOneTimePassword = async (capabilities: readonly string[]) => {
    const username = `user-${randomBytes(6).toString('hex')}`
    const created = await create('users', { username, name: newText(), capabilities, siteIds: boundTo })
    const { password } = z.object({ password: z.string() }).parse(created)
    const browser = browserSession({ call }, origin)
    await browser.signIn(username, password)
    return browser
  }

  return {
    siteId,
    mark,
    newText,
    send,
    agent,
    auditService,
    signedInUser,
    userWithOneTimePassword,
    makers: {
      device: async () => ({ device: await device() }),
      otherDevice: async () => ({ otherDevice: await device() }),
      merged: async () => {
        const mergedDevice = await device()
        const merged = await send('POST', `/api/v1/devices/${mergedDevice}/merge`, { otherId: await device() })
        return { mergedDevice, merge: z.object({ mergeId: z.string() }).parse(merged).mergeId }
      },
      apart: async () => {
        const [apartDevice, apartOther] = [await device(), await device()]
        await send('POST', `/api/v1/devices/${apartDevice}/keep-apart`, { otherId: apartOther })
        return { apartDevice, apartOther }
      },
      ofTwo: async () => {
        const { deviceId, id } = await snapshot()
        const { serialNumber } = z
          .object({ serialNumber: z.string() })
          .parse(await send('GET', `/api/v1/devices/${deviceId}`))
        await snapshot(serialNumber, 2)
        return { deviceOfTwo: deviceId, snapshotOfTwo: id }
      },
      tagged: async () => {
        const [taggedDevice, attachedTag] = [await device(), await tag()]
        await send('POST', `/api/v1/devices/${taggedDevice}/tags`, { tagId: attachedTag })
        return { taggedDevice, attachedTag }
      },
      bulk: async () => {
        const body = { action: { kind: 'archive' }, devices: { ids: [await device()] } }
        const bulkOperation = await idOf('bulk-operations', body)
        const hasEnded = async () => {
          const operation = await send('GET', `/api/v1/bulk-operations/${bulkOperation}`)
          return z.object({ status: z.literal('Finished') }).safeParse(operation).success || undefined
        }
        await waitFor(hasEnded, { what: 'the end of a bulk operation' })
        return { bulkOperation }
      },
      reachable: async () => {
        if (scannedBy === undefined) return { reachableDevice: await device() }
        address += 1
        const scanned = `127.0.0.${address}`
        const body = {
          name: newText(),
          type: 'ip-range',
          auditServiceId: scannedBy,
          addresses: [`${scanned}-${scanned}`],
        }
        await send('POST', `/api/v1/segments/${await idOf('segments', body)}/scan`, { audit: false })
        const find = () => first(`devices?q=${scanned}`).catch(() => undefined)
        return { reachableDevice: await waitFor(find, { what: `the device at ${scanned}` }) }
      },
      tag: async () => ({ tag: await tag() }),
      view: async () => ({ view: await view() }),
      report: async () => ({
        report: await idOf('reports', {
          name: newText(),
          viewId: await view(),
          cron: '0 3 1 1 *',
          recipients: ['it@example.invalid'],
        }),
      }),
      rule: async () => ({ rule: await idOf('rules', { name: newText(), query: 'type = ups' }) }),
      junk: async () => ({ junk: await idOf('identity-junk', { kind: 'name', value: newText() }) }),
      ignored: async () => ({ ignored: await idOf('ignore-list', { kind: 'name', pattern: newText() }) }),
      snapshot: async () => ({ snapshot: (await snapshot()).id }),
      otherSnapshot: async () => ({ otherSnapshot: (await snapshot()).id }),
      software: async () => {
        await snapshot()
        return { software: await first('software') }
      },
      segment: async () => ({ segment: await segment((await auditService()).auditServiceId) }),
      task: async () => {
        const id = await segment((await auditService()).auditServiceId)
        const { taskId } = z.object({ taskId: z.string() }).parse(await send('POST', `/api/v1/segments/${id}/scan`, {}))
        return { task: taskId }
      },
      scanSchedule: async () => ({ scanSchedule: await schedule('scan') }),
      auditSchedule: async () => ({ auditSchedule: await schedule('audit') }),
      site: async () => ({ site: siteId }),
      registration: async () => ({
        registration: await idOf('app-registrations', { name: newText(), siteIds: boundTo }),
      }),
      replaced: async () => {
        const replacedRegistration = await idOf('app-registrations', { name: newText(), siteIds: boundTo })
        const secrets = `app-registrations/${replacedRegistration}/secrets`
        const formerSecret = await first(secrets)
        await create(secrets, {})
        return { replacedRegistration, formerSecret }
      },
      user: async () => ({ user: (await signedInUser([])).id }),
      signedIn: async () => {
        const { id } = await signedInUser([])
        return { signedInUser: id, session: await first(`users/${id}/sessions`) }
      },
      credential: async () => ({ credential: await credential() }),
      tested: async () => {
        const testedCredential = await credential()
        const { auditServiceId } = await auditService()
        return { testedCredential, testedSegment: await segment(auditServiceId, testedCredential) }
      },
      auditService: async () => ({ auditService: (await auditService()).auditServiceId }),
      agent: async () => ({ agent: (await agent()).agentId }),
      joinToken: async () => ({ joinToken: await idOf('join-tokens', { for: 'agent', uses: 2, ttlSeconds: 600 }) }),
    },
  }
}

export type SiteObjects = ReturnType<typeof createSiteObjects>
type Makers = SiteObjects['makers']
type KeysOf<T> = T extends unknown ? keyof T : never
/** Kind of object that a request can name by id. */
export type ObjectKind = KeysOf<Awaited<ReturnType<Makers[keyof Makers]>>>

/** Creates an object of a kind when a request first names it, and gives the same id from then on. */
export function idsOf(site: SiteObjects): (kind: ObjectKind) => Promise<string> {
  const made = new Map<string, Promise<{ [kind in ObjectKind]?: string }>>()
  return async (kind) => {
    const [group, make] = Object.entries(site.makers).find(([name]) => groupOf[kind] === name) ?? []
    if (group === undefined || make === undefined) throw new Error(`nothing makes a ${kind}`)
    const ids = made.get(group) ?? make()
    made.set(group, ids)
    const id = ((await ids) as Partial<Record<ObjectKind, string>>)[kind]
    if (id === undefined) throw new Error(`the maker of ${group} gives no ${kind}`)
    return id
  }
}

/** The maker of each kind of object that is not named like its maker. */
const groupOf: Record<ObjectKind, keyof SiteObjects['makers']> = {
  device: 'device',
  otherDevice: 'otherDevice',
  mergedDevice: 'merged',
  merge: 'merged',
  apartDevice: 'apart',
  apartOther: 'apart',
  deviceOfTwo: 'ofTwo',
  snapshotOfTwo: 'ofTwo',
  taggedDevice: 'tagged',
  attachedTag: 'tagged',
  bulkOperation: 'bulk',
  reachableDevice: 'reachable',
  tag: 'tag',
  view: 'view',
  report: 'report',
  rule: 'rule',
  junk: 'junk',
  ignored: 'ignored',
  snapshot: 'snapshot',
  otherSnapshot: 'otherSnapshot',
  software: 'software',
  segment: 'segment',
  task: 'task',
  scanSchedule: 'scanSchedule',
  auditSchedule: 'auditSchedule',
  site: 'site',
  registration: 'registration',
  replacedRegistration: 'replaced',
  formerSecret: 'replaced',
  user: 'user',
  signedInUser: 'signedIn',
  session: 'signedIn',
  credential: 'credential',
  testedCredential: 'tested',
  testedSegment: 'tested',
  auditService: 'auditService',
  agent: 'agent',
  joinToken: 'joinToken',
}
