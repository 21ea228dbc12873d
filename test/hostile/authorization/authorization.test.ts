import { readFile } from 'node:fs/promises'
import { type CapabilityName, createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { siteSchema } from '@rollcall/shared/api/site.ts'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Answer, fetchToken } from '../../harness/api-client.ts'
import { isLongForm } from '../../harness/long-form.ts'
import { startUp } from '../../harness/rollcall.ts'
import { callOnce } from './call.ts'
import { type Caller, createCallers } from './callers.ts'
import { fill, type Placeholder, placeholdersOf, type RequestTemplate, requests } from './requests.ts'
import { createSiteObjects, idsOf, type ObjectKind, type SiteObjects } from './site-objects.ts'

const up = await startUp({ args: ['--no-agent'] })
afterAll(() => up.stop())
const call = callOnce({ url: up.facts.url, caPem: await readFile(up.facts.caFile, 'utf8') })
const made = await up.cli('app-registration', 'create', '--name', 'matrix', '--capability', 'Administrator', '--json')
const token = await fetchToken(call, createdAppRegistrationSchema.parse(made.json()))
const api = { call, token, origin: up.facts.url }
const own = createSiteObjects(api, { siteId: up.facts.siteId, mark: 'main-canary', scannedBy: up.facts.auditServiceId })
const branch = siteSchema.parse(
  (await call('POST', '/api/v1/sites', { token, body: { name: 'branch-canary' } })).json(),
)
const other = createSiteObjects(api, { siteId: branch.id, mark: 'branch-canary' })
/** Users and registrations of both sites. */
const shared = createSiteObjects(api, {
  siteId: own.siteId,
  mark: 'on-both-sites',
  boundTo: [own.siteId, other.siteId],
})
const callers = await createCallers({ call, dataDir: up.dataDir }, own, other)
const rules = await readRules()
const operations = await readOperations()

test('has a rule and a valid request for each operation of the description, and for no other', () => {
  expect(Object.keys(requests).sort()).toEqual(operations.filter((id) => rules.get(id) !== 'public').sort())
  expect([...rules.keys()].sort()).toEqual([...operations].sort())
})

/** In the short form an operation meets one caller in `turns`: each caller meets some, each operation several. */
const turns = isLongForm ? 1 : 3
const cells = Object.entries(requests).map(([operationId, template], at) => {
  const inTurn = callers.filter((_, index) => (index + at) % turns === 0)
  return [operationId, template, inTurn] as const
})

test('tries each caller on many operations, and each operation with a caller that is refused', () => {
  for (const caller of callers) expect(cells.filter(([, , tried]) => tried.includes(caller)).length).toBeGreaterThan(20)
  for (const [operationId, template, tried] of cells) {
    const rule = rules.get(operationId)
    expect(rule !== undefined && tried.some((caller) => !mayCall(caller, rule, template)), operationId).toBe(true)
  }
})

test.each(cells)('%s', async (operationId, template, inTurn) => {
  const rule = rules.get(operationId)
  if (rule === undefined) throw new Error(`docs/security.md has no rule for ${operationId}`)
  const ids = idsOf(own)
  let isFresh = true
  for (const caller of inTurn.filter((each) => !mayCall(each, rule, template))) {
    const request = await fill(template, (name) => resolve(name, ids, own, caller))
    const answer = await caller.send(template.method, request.path, request.body)
    const allowed = refusals(caller, rule, template)
    expect(allowed, `${caller.name}: ${describe(answer)}`).toContain(answer.status)
    expectNoLeak(caller, request, answer)
  }
  // A refused request has changed nothing, so the first permitted one succeeds with the same objects.
  for (const caller of inTurn.filter((each) => mayCall(each, rule, template))) {
    const fresh = isFresh || template.method === 'GET' ? ids : idsOf(own)
    isFresh = false
    const request = await fill(template, (name) => resolve(name, fresh, own, caller))
    const answer = await caller.send(template.method, request.path, request.body)
    const expected = template.permitted === undefined ? /^2/ : new RegExp(`^${template.permitted}$`)
    expect(String(answer.status), `${caller.name}: ${describe(answer)}`).toMatch(expected)
    expectNoLeak(caller, request, answer)
  }
  await expectForeignObjectsRefused(template)
})

/** Changes of what a user or registration is, and what shows or ends its sessions. */
const ofAllItsSites = [
  'updateUser',
  'deleteUser',
  'resetUserPassword',
  'resetUserTwoFactor',
  'listUserSessions',
  'revokeUserSession',
  'updateAppRegistration',
  'deleteAppRegistration',
  'createAppRegistrationSecret',
  'deleteAppRegistrationSecret',
]

test.each(ofAllItsSites)('refuses %s to an Administrator of one of several sites', async (operationId) => {
  const template = requests[operationId]
  const oneSite = callers.filter(({ name }) => /^(a|another site's) (registration|user) with Administrator$/.test(name))
  const allSites = callers.find((each) => each.hasAllSites)
  if (template === undefined || allSites === undefined) throw new Error('no such request or caller')
  const ids = idsOf(shared)
  const request = await fill(template, (name) => resolve(name, ids, shared, allSites))
  expect(oneSite).toHaveLength(4)
  for (const caller of oneSite) {
    const answer = await caller.send(template.method, request.path, request.body)
    expect(answer.status, `${caller.name}: ${describe(answer)}`).toBe(403)
  }
  const answer = await allSites.send(template.method, request.path, request.body)
  expect(answer.status, describe(answer)).toBeLessThan(300)
})

test('accepts snapshots only from agents, and local commands only from this machine', async () => {
  for (const caller of callers) {
    const snapshot = await caller.send('POST', '/api/agent/snapshots', {})
    // The body of an agent is read, and is no snapshot.
    expect(snapshot.status, `${caller.name}: ${describe(snapshot)}`).toBe(caller.name === 'an agent' ? 400 : 401)
    for (const path of ['/local/maintenance', '/local/api/v1/devices', '/local/api/v1/sites']) {
      const local = await caller.send('GET', path)
      expect(local.status, `${caller.name} ${path}: ${describe(local)}`).toBe(404)
    }
  }
})

/** Whoever has all rights on one site cannot reach an object of another by any id of the request. */
async function expectForeignObjectsRefused(template: RequestTemplate): Promise<void> {
  const administrator = callers.find(({ name }) => name === 'a registration with Administrator')
  if (!administrator) throw new Error('no Administrator among the callers')
  for (const foreign of placeholdersOf(template)) {
    if (foreign === 'new' || foreign === 'ownSession') continue
    const [ids, foreignIds] = [idsOf(own), idsOf(other)]
    const request = await fill(template, (name) =>
      name === foreign ? foreignIds(foreign) : resolve(name, ids, own, administrator),
    )
    const answer = await administrator.send(template.method, request.path, request.body)
    const isInPath = template.path.split('?')[0]?.includes(`{${foreign}}`)
    const isFilter = !isInPath && template.path.includes(`{${foreign}}`)
    const expected = isInPath ? [template.foreign ?? 404] : isFilter ? [200] : [400, 404]
    expect(expected, `another site's ${foreign}: ${describe(answer)}`).toContain(answer.status)
    expectNoLeak(administrator, request, answer)
  }
}

/** `public` needs no token, `user` a session, `any` any caller of the site, `all sites` an Administrator of every site. */
type Rule = 'public' | 'user' | 'any' | 'all sites' | CapabilityName

function mayCall(caller: Caller, rule: Rule, template: RequestTemplate): boolean {
  if (caller.standing === 'none' || caller.refusedFor?.(template)) return false
  if (rule === 'user') return caller.standing === 'user'
  if (caller.isForeign && placeholdersOf(template).some((each) => each !== 'new')) return false
  return hasCapability(caller, rule)
}

function hasCapability({ capabilities, hasAllSites }: Caller, rule: Rule): boolean {
  if (rule === 'any' || rule === 'user' || rule === 'public') return true
  if (rule === 'all sites') return hasAllSites === true && capabilities.includes('Administrator')
  return capabilities.includes('Administrator') || capabilities.includes(rule)
}

/** The statuses that a caller who may not call gets. */
function refusals(caller: Caller, rule: Rule, template: RequestTemplate): number[] {
  if (caller.standing === 'none') return [401]
  if (caller.refusedFor?.(template)) return [403]
  // A registration has no account of its own.
  if (rule === 'user') return [404]
  const inPath = /\{(?!new)/.test(template.path.split('?')[0] ?? '')
  // A route that admits owners reads the object first, and does not find one of another site.
  if (!hasCapability(caller, rule)) return caller.isForeign && inPath ? [403, 404] : [403]
  return inPath ? [template.foreign ?? 404] : template.path.includes('{') ? [200] : [400, 404]
}

/** Nothing that is answered to callers of one site holds a name from the other. */
function expectNoLeak(caller: Caller, request: { path: string; body?: unknown }, answer: Answer): void {
  if (caller.hasAllSites) return
  const canary = caller.isForeign ? own.mark : other.mark
  const text = answer.body.toString('utf8')
  const sent = JSON.stringify(request)
  if (!sent.includes(canary)) expect(text, `${caller.name} ${request.path}`).not.toContain(canary)
}

async function resolve(
  name: Placeholder,
  ids: (kind: ObjectKind) => Promise<string>,
  site: SiteObjects,
  caller: Caller,
): Promise<string> {
  if (name === 'new') return (caller.isForeign ? other : site).newText()
  // Somebody without a session asks for one that cannot be its own.
  if (name === 'ownSession') return caller.ownSession?.() ?? ids('session')
  return ids(name)
}

const describe = ({ status, body }: Answer): string => `${status} ${body.toString('utf8').slice(0, 300)}`

/** The table "Who may call what" of docs/security.md: the rule of each operation. */
async function readRules(): Promise<Map<string, Rule>> {
  const text = await readFile(new URL('../../../docs/security.md', import.meta.url), 'utf8')
  const names: Record<string, Rule> = {
    Anyone: 'public',
    'A signed-in user': 'user',
    'Any caller of the site': 'any',
    StartAuditsOrScans: 'StartAuditsOrScans',
    EditInventory: 'EditInventory',
    Administrator: 'Administrator',
    'Administrator of all sites': 'all sites',
  }
  return new Map(
    Object.entries(names).flatMap(([name, rule]) => {
      const row = text.split('\n').find((line) => line.startsWith(`| ${name} |`))
      if (row === undefined) throw new Error(`docs/security.md has no row for ${name}`)
      return [...row.matchAll(/`(\w+)`/g)].map(([, operationId = '']): [string, Rule] => [operationId, rule])
    }),
  )
}

async function readOperations(): Promise<string[]> {
  const operation = z.object({ operationId: z.string() })
  const document = z
    .object({ paths: z.record(z.string(), z.record(z.string(), operation)) })
    .parse((await call('GET', '/api/openapi.json')).json())
  return Object.values(document.paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId))
}
