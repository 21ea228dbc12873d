import type { ObjectKind } from './site-objects.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * A valid request. `{kind}` in the path and in texts of the body stands for the id of an object of that kind, `{new}`
 * for a text that no other object has. `foreign` is the status where an object in the path is another site's (404),
 * `permitted` the one of a caller who may call, where it is no success.
 */
export type RequestTemplate = { method: Method; path: string; body?: unknown; foreign?: number; permitted?: number }
/** `ownSession` is a session of the caller. */
export type Placeholder = ObjectKind | 'new' | 'ownSession'

const get = (path: string): RequestTemplate => ({ method: 'GET', path })
const post = (path: string, body?: unknown): RequestTemplate => ({
  method: 'POST',
  path,
  ...(body === undefined ? {} : { body }),
})
const patch = (path: string, body: unknown): RequestTemplate => ({ method: 'PATCH', path, body })
const remove = (path: string): RequestTemplate => ({ method: 'DELETE', path })

const device = '/api/v1/devices/{device}'
const snapshot = '/api/v1/snapshots/{snapshot}'
const settings = '/api/v1/site/settings'
const user = '/api/v1/users/{user}'

/** One valid request for each operation of the API, by `operationId`. */
export const requests: Record<string, RequestTemplate> = {
  listDevices: get('/api/v1/devices?limit=1000'),
  createDevice: post('/api/v1/devices', { name: '{new}', serialNumber: '{new}' }),
  listDuplicateDevices: get('/api/v1/devices/duplicates'),
  mergeDevices: post(`${device}/merge`, { otherId: '{otherDevice}' }),
  unmergeDevice: post('/api/v1/devices/{mergedDevice}/unmerge', { mergeId: '{merge}' }),
  listDeviceMerges: get(`${device}/merges`),
  listDeviceSightings: get(`${device}/sightings`),
  splitDevice: post('/api/v1/devices/{deviceOfTwo}/split', { snapshotIds: ['{snapshotOfTwo}'] }),
  keepDevicesApart: post(`${device}/keep-apart`, { otherId: '{otherDevice}' }),
  listDevicesKeptApart: get(`${device}/keep-apart`),
  bringDevicesTogether: remove('/api/v1/devices/{apartDevice}/keep-apart/{apartOther}'),
  getDevice: get(device),
  updateDevice: patch(device, { assetTag: '{new}', auditScheduleId: '{auditSchedule}' }),
  deleteDevice: remove(device),
  archiveDevice: post(`${device}/archive`),
  restoreDevice: post(`${device}/restore`),
  ignoreDevice: post(`${device}/ignore`),
  listDeviceSnapshots: get(`${device}/snapshots`),
  attachTag: post(`${device}/tags`, { tagId: '{tag}' }),
  detachTag: remove('/api/v1/devices/{taggedDevice}/tags/{attachedTag}'),
  listDeviceIdentifiers: get(`${device}/identifiers`),
  listDeviceMatches: get(`${device}/matches`),
  listDeviceChanges: get(`${device}/changes`),
  listDevicePorts: get(`${device}/ports`),
  listDeviceNeighbors: get(`${device}/neighbors`),
  listAddressHistory: get('/api/v1/address-history?address=192.0.2.1'),
  startBulkOperation: post('/api/v1/bulk-operations', {
    action: { kind: 'edit', fields: { assetTag: '{new}' } },
    devices: { ids: ['{device}'] },
  }),
  countBulkDevices: post('/api/v1/bulk-operations/count', {
    action: { kind: 'archive' },
    devices: { ids: ['{device}'] },
  }),
  listBulkOperations: get('/api/v1/bulk-operations'),
  getBulkOperation: get('/api/v1/bulk-operations/{bulkOperation}'),
  listBulkFailures: get('/api/v1/bulk-operations/{bulkOperation}/failures'),
  // It has ended.
  cancelBulkOperation: { ...post('/api/v1/bulk-operations/{bulkOperation}/cancel'), permitted: 409 },
  undoBulkOperation: post('/api/v1/bulk-operations/{bulkOperation}/undo'),
  getTopology: get('/api/v1/topology'),
  listTopologyEndpoints: get('/api/v1/topology/endpoints'),
  getTopologyPositions: get('/api/v1/topology/positions'),
  updateTopologyPositions: patch('/api/v1/topology/positions', { positions: {} }),
  resetTopologyPositions: remove('/api/v1/topology/positions'),
  listDeviceConnections: get(`${device}/connections`),
  search: get('/api/v1/search?q=pc'),
  listViews: get('/api/v1/views'),
  createView: post('/api/v1/views', { name: '{new}', list: 'devices', parameters: { type: 'printer' } }),
  getView: get('/api/v1/views/{view}'),
  updateView: patch('/api/v1/views/{view}', { name: '{new}' }),
  takeOverView: post('/api/v1/views/{view}/take-over'),
  deleteView: remove('/api/v1/views/{view}'),
  listReports: get('/api/v1/reports'),
  createReport: post('/api/v1/reports', {
    name: '{new}',
    viewId: '{view}',
    cron: '0 3 1 1 *',
    recipients: ['it@example.invalid'],
  }),
  getReport: get('/api/v1/reports/{report}'),
  updateReport: patch('/api/v1/reports/{report}', { name: '{new}' }),
  runReport: post('/api/v1/reports/{report}/run'),
  listReportRuns: get('/api/v1/reports/{report}/runs'),
  takeOverReport: post('/api/v1/reports/{report}/take-over'),
  deleteReport: remove('/api/v1/reports/{report}'),
  listRules: get('/api/v1/rules'),
  createRule: post('/api/v1/rules', { name: '{new}', query: 'type = ups' }),
  getRule: get('/api/v1/rules/{rule}'),
  updateRule: patch('/api/v1/rules/{rule}', { name: '{new}' }),
  deleteRule: remove('/api/v1/rules/{rule}'),
  listFindings: get('/api/v1/findings?limit=1000'),
  getFindingSummary: get('/api/v1/findings/summary'),
  acknowledgeFindings: post('/api/v1/findings/acknowledge', { ruleId: '{rule}' }),
  snoozeFindings: post('/api/v1/findings/snooze', { ruleId: '{rule}', until: '2099-01-01T00:00:00Z' }),
  reopenFindings: post('/api/v1/findings/reopen', { ruleId: '{rule}' }),
  readFindings: post('/api/v1/findings/read', { until: '2026-01-01T00:00:00Z' }),
  listTags: get('/api/v1/tags'),
  createTag: post('/api/v1/tags', { name: '{new}' }),
  getTag: get('/api/v1/tags/{tag}'),
  updateTag: patch('/api/v1/tags/{tag}', { name: '{new}' }),
  deleteTag: remove('/api/v1/tags/{tag}'),
  listIdentityJunk: get('/api/v1/identity-junk'),
  createIdentityJunk: post('/api/v1/identity-junk', { kind: 'name', value: '{new}' }),
  getIdentityJunk: get('/api/v1/identity-junk/{junk}'),
  deleteIdentityJunk: remove('/api/v1/identity-junk/{junk}'),
  listReviews: get('/api/v1/reviews?deviceId={device}'),
  summariseReviews: get('/api/v1/reviews/summary'),
  closeReview: post(`${device}/reviewed`),
  getSummary: get('/api/v1/summary'),
  listIgnoreEntries: get('/api/v1/ignore-list'),
  createIgnoreEntry: post('/api/v1/ignore-list', { kind: 'name', pattern: '{new}' }),
  getIgnoreEntry: get('/api/v1/ignore-list/{ignored}'),
  deleteIgnoreEntry: remove('/api/v1/ignore-list/{ignored}'),
  auditDevice: post('/api/v1/devices/{reachableDevice}/audit'),
  getSnapshot: get(snapshot),
  deleteSnapshot: remove('/api/v1/snapshots/{snapshotOfTwo}'),
  downloadSnapshot: get(`${snapshot}/download`),
  getSnapshotReport: get(`${snapshot}/report`),
  downloadRawSnapshot: get(`${snapshot}/raw`),
  diffSnapshots: get(`${snapshot}/diff/{otherSnapshot}`),
  createSnapshot: post('/api/v1/snapshots', {
    source: 'Manual',
    auditDate: '2026-01-01T00:00:00Z',
    device: { name: '{new}', type: 'computer' },
    data: {},
  }),
  importDocument: post('/api/v1/imports', {
    action: 'inventory',
    deviceid: '{new}',
    itemtype: 'Computer',
    content: { hardware: { name: '{new}' }, bios: { ssn: '{new}', smanufacturer: 'Example' } },
  }),
  listChanges: get('/api/v1/software/change-history?limit=1000'),
  listSoftware: get('/api/v1/software'),
  listSoftwarePublishers: get('/api/v1/software/publishers'),
  getSoftware: get('/api/v1/software/{software}'),
  updateSoftware: patch('/api/v1/software/{software}', { softwareGroup: 'Forbidden' }),
  listInstallations: get('/api/v1/software/{software}/installations'),
  listCompliance: get('/api/v1/compliance'),
  getComplianceSummary: get('/api/v1/compliance/summary'),
  listSegmentSuggestions: get('/api/v1/segments/suggestions'),
  listSegments: get('/api/v1/segments'),
  createSegment: post('/api/v1/segments', {
    name: '{new}',
    type: 'ip-range',
    auditServiceId: '{auditService}',
    addresses: ['127.0.0.1-127.0.0.2'],
    credentialIds: ['{credential}'],
    autoTagId: '{tag}',
    scanScheduleId: '{scanSchedule}',
    auditScheduleId: '{auditSchedule}',
  }),
  getSegment: get('/api/v1/segments/{segment}'),
  updateSegment: patch('/api/v1/segments/{segment}', {
    auditServiceId: '{auditService}',
    credentialIds: ['{credential}'],
    autoTagId: '{tag}',
    scanScheduleId: '{scanSchedule}',
    auditScheduleId: '{auditSchedule}',
  }),
  deleteSegment: remove('/api/v1/segments/{segment}'),
  scanSegment: post('/api/v1/segments/{segment}/scan', {}),
  listSchedules: get('/api/v1/schedules'),
  createSchedule: post('/api/v1/schedules', { name: '{new}', kind: 'scan', cron: '0 3 1 1 *' }),
  getSchedule: get('/api/v1/schedules/{scanSchedule}'),
  updateSchedule: patch('/api/v1/schedules/{scanSchedule}', { name: '{new}' }),
  deleteSchedule: remove('/api/v1/schedules/{scanSchedule}'),
  previewSchedule: post('/api/v1/schedules/preview', { cron: '0 3 1 1 *', timeZone: 'Europe/Berlin' }),
  listTasks: get('/api/v1/tasks'),
  getTask: get('/api/v1/tasks/{task}'),
  listTaskHosts: get('/api/v1/tasks/{task}/hosts'),
  // The address is not that of a host of the task, which no Audit Service has run.
  auditTaskHosts: { ...post('/api/v1/tasks/{task}/audit', { addresses: ['127.0.0.1'] }), permitted: 400 },
  cancelTask: post('/api/v1/tasks/{task}/cancel'),
  streamTaskEvents: get('/api/v1/tasks/{task}/events'),
  getUsage: get('/api/v1/usage'),
  // Before sites are created: an Administrator of all sites is none any more then.
  getSignInSettings: get('/api/v1/sign-in-settings'),
  updateSignInSettings: patch('/api/v1/sign-in-settings', { oidc: null }),
  testSignInSettings: post('/api/v1/sign-in-settings/test', {
    oidc: { enabled: true, issuer: 'https://login.invalid/', clientId: 'rollcall' },
  }),
  listSites: get('/api/v1/sites'),
  createSite: post('/api/v1/sites', { name: '{new}' }),
  getSite: get('/api/v1/sites/{site}'),
  renameSite: patch('/api/v1/sites/{site}', { name: '{new}' }),
  getSiteSettings: get(settings),
  updateSiteSettings: patch(settings, { machineIdFallback: { enabled: true } }),
  getSnapshotStorageState: get(`${settings}/snapshot-storage`),
  testSnapshotStorage: post(`${settings}/snapshot-storage/test`, { bucket: 'inventory' }),
  listAppRegistrations: get('/api/v1/app-registrations'),
  createAppRegistration: post('/api/v1/app-registrations', { name: '{new}', siteIds: ['{site}'] }),
  getAppRegistration: get('/api/v1/app-registrations/{registration}'),
  updateAppRegistration: patch('/api/v1/app-registrations/{registration}', { name: '{new}', siteIds: ['{site}'] }),
  deleteAppRegistration: remove('/api/v1/app-registrations/{registration}'),
  listAppRegistrationSecrets: get('/api/v1/app-registrations/{registration}/secrets'),
  createAppRegistrationSecret: post('/api/v1/app-registrations/{registration}/secrets', {}),
  deleteAppRegistrationSecret: remove('/api/v1/app-registrations/{replacedRegistration}/secrets/{formerSecret}'),
  listAlerts: get('/api/v1/alerts'),
  // Nothing waits to be confirmed on a collector whose clock is right.
  confirmAlert: { ...post('/api/v1/alerts/clock.leapt/confirm', { count: 1 }), permitted: 404 },
  getMe: get('/api/v1/me'),
  updateMe: patch('/api/v1/me', { name: '{new}' }),
  listOwnSessions: get('/api/v1/me/sessions'),
  revokeOwnSession: remove('/api/v1/me/sessions/{ownSession}'),
  listUsers: get('/api/v1/users'),
  createUser: post('/api/v1/users', { username: '{new}', name: '{new}', siteIds: ['{site}'] }),
  getUser: get(user),
  updateUser: patch(user, { name: '{new}', siteIds: ['{site}'] }),
  deleteUser: remove(user),
  resetUserPassword: post(`${user}/reset-password`),
  resetUserTwoFactor: post(`${user}/reset-two-factor`),
  listUserSessions: get(`${user}/sessions`),
  revokeUserSession: remove('/api/v1/users/{signedInUser}/sessions/{session}'),
  listCredentials: get('/api/v1/credentials'),
  createCredential: post('/api/v1/credentials', {
    name: '{new}',
    kind: 'snmp-community',
    version: 'v2c',
    community: 'an-snmp-community',
  }),
  getCredential: get('/api/v1/credentials/{credential}'),
  updateCredential: patch('/api/v1/credentials/{credential}', { name: '{new}' }),
  testCredential: post('/api/v1/credentials/{testedCredential}/test', {
    segmentId: '{testedSegment}',
    address: '127.0.0.1',
  }),
  deleteCredential: remove('/api/v1/credentials/{credential}'),
  listAuditServices: get('/api/v1/audit-services'),
  getAuditService: get('/api/v1/audit-services/{auditService}'),
  updateAuditService: patch('/api/v1/audit-services/{auditService}', { name: '{new}' }),
  deleteAuditService: remove('/api/v1/audit-services/{auditService}'),
  createAuditServiceJoinToken: post('/api/v1/audit-services/{auditService}/join-token'),
  listAgents: get('/api/v1/agents'),
  getAgent: get('/api/v1/agents/{agent}'),
  getAgentSummary: get('/api/v1/agents/summary'),
  updateAgent: patch('/api/v1/agents/{agent}', { name: '{new}' }),
  requestAgentSnapshot: post('/api/v1/agents/{agent}/snapshot'),
  createAgentJoinToken: post('/api/v1/agents/{agent}/join-token'),
  deleteAgent: remove('/api/v1/agents/{agent}'),
  listJoinTokens: get('/api/v1/join-tokens'),
  createJoinToken: post('/api/v1/join-tokens', { for: 'agent', uses: 1, ttlSeconds: 600 }),
  getJoinToken: get('/api/v1/join-tokens/{joinToken}'),
  deleteJoinToken: remove('/api/v1/join-tokens/{joinToken}'),
  listNotifications: get('/api/v1/notifications'),
  testMail: post(`${settings}/notifications/test`),
  streamEvents: get('/api/v1/events'),
  listAuditedDevices: { ...post('/api/audit-data/sites/{site}', {}), foreign: 403 },
  getFullDeviceData: get('/api/audit-data/full-data/{device}'),
  getFullDeviceDataOlder: get('/audit-data/full-data/{device}'),
  listAuditDataCodes: get('/api/audit-data/codes'),
}

const placeholderPattern = /\{(\w+)\}/g

export function placeholdersOf({ path, body }: RequestTemplate): Placeholder[] {
  const names = [...`${path} ${JSON.stringify(body ?? '')}`.matchAll(placeholderPattern)].map(([, name]) => name)
  return [...new Set(names)] as Placeholder[]
}

/** The request with every placeholder replaced; one that stands twice is replaced by the same text. */
export async function fill(
  { path, body }: RequestTemplate,
  resolveName: (name: Placeholder) => Promise<string>,
): Promise<{ path: string; body?: unknown }> {
  const names = placeholdersOf({ method: 'GET', path, body })
  const values = new Map(
    await Promise.all(names.map(async (name) => [name as string, await resolveName(name)] as const)),
  )
  const replace = (text: string) => text.replace(placeholderPattern, (_, name: string) => values.get(name) ?? '')
  return { path: replace(path), ...(body === undefined ? {} : { body: JSON.parse(replace(JSON.stringify(body))) }) }
}
