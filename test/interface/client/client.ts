import type { Input, Query, Reply, Send } from './transport.ts'
import type {
  Accepted,
  AuditedPage,
  Change,
  Device,
  DeviceItem,
  Installation,
  List,
  Named,
  NewRegistration,
  Product,
  ProductItem,
  Registration,
  SectionDiff,
  Segment,
  SegmentItem,
  Snapshot,
  SnapshotItem,
  Task,
  Token,
} from './types.ts'

type Headers = Record<string, string>
type Any = Record<string, unknown>

/** The whole interface as one reads it: a method an endpoint, every status a reply. */
export type InventoryClient = ReturnType<typeof createInventoryClient>

/** `authorization` is the header that every call carries; without one none does. */
export function createInventoryClient(send: Send, authorization?: string) {
  const call = <T>(method: string, path: string, input: Input = {}): Promise<Reply<T>> =>
    send(method, path, {
      ...input,
      headers: { ...(authorization === undefined ? {} : { Authorization: authorization }), ...input.headers },
    })
  const list =
    <T>(path: string) =>
    (query: Query = {}, headers: Headers = {}) =>
      call<List<T>>('GET', path, { query, headers })
  /** GET, POST, PATCH and DELETE of the resources below a path. */
  const collection = <Item, One = Item, Created = One>(path: string) => ({
    list: list<Item>(path),
    get: (id: string, input?: Input) => call<One>('GET', `${path}/${id}`, input),
    create: (json: Any) => call<Created>('POST', path, { json }),
    update: (id: string, json: Any, headers: Headers = {}) => call<One>('PATCH', `${path}/${id}`, { json, headers }),
    remove: (id: string, headers: Headers = {}) => call<undefined>('DELETE', `${path}/${id}`, { headers }),
  })

  const devices = '/api/v1/devices'
  return {
    call,
    /** Returns the client for another caller, named by an access token or by a whole header. */
    as: (token: string) => createInventoryClient(send, / /.test(token) ? token : `Bearer ${token}`),
    token: (form: Record<string, string>, path = '/api/oauth/token', headers: Headers = {}) =>
      send<Token>('POST', path, { form, headers }),
    devices: {
      ...collection<DeviceItem, Device>(devices),
      attachTag: (id: string, json: Any) => call<List<Named>>('POST', `${devices}/${id}/tags`, { json }),
      detachTag: (id: string, tagId: string) => call<undefined>('DELETE', `${devices}/${id}/tags/${tagId}`),
      snapshots: (id: string, query?: Query) => list<SnapshotItem>(`${devices}/${id}/snapshots`)(query),
      audit: (id: string) => call<Accepted>('POST', `${devices}/${id}/audit`),
      /** identifiers, matches, changes, ports or neighbors. */
      about: <T = Any>(id: string, what: string, query?: Query) => list<T>(`${devices}/${id}/${what}`)(query),
      duplicates: list<Any>(`${devices}/duplicates`),
      merge: (id: string, json: Any) => call<Any>('POST', `${devices}/${id}/merge`, { json }),
      unmerge: (id: string, json: Any) => call<Any>('POST', `${devices}/${id}/unmerge`, { json }),
      ignore: (id: string) => call<Any>('POST', `${devices}/${id}/ignore`),
    },
    snapshots: {
      ...collection<SnapshotItem, Snapshot>('/api/v1/snapshots'),
      download: (id: string) => call<Snapshot>('GET', `/api/v1/snapshots/${id}/download`),
      raw: (id: string) => call<undefined>('GET', `/api/v1/snapshots/${id}/raw`),
      diff: (id: string, otherId: string) =>
        call<Record<string, SectionDiff>>('GET', `/api/v1/snapshots/${id}/diff/${otherId}`),
      import: (json: Any) => call<{ deviceId: string; snapshotId: string }>('POST', '/api/v1/imports', { json }),
    },
    segments: {
      ...collection<SegmentItem, Segment>('/api/v1/segments'),
      scan: (id: string, json?: Any) =>
        call<Accepted>('POST', `/api/v1/segments/${id}/scan`, json === undefined ? {} : { json }),
    },
    software: {
      ...collection<ProductItem, Product>('/api/v1/software'),
      installations: (id: string, query?: Query) => list<Installation>(`/api/v1/software/${id}/installations`)(query),
      changeHistory: list<Change>('/api/v1/software/change-history'),
      compliance: list<Any>('/api/v1/compliance'),
    },
    older: {
      list: (siteId: string, json: Any) => call<AuditedPage>('POST', `/api/audit-data/sites/${siteId}`, { json }),
      listByForm: (siteId: string, form: Record<string, string>) =>
        call<AuditedPage>('POST', `/api/audit-data/sites/${siteId}`, { form }),
      full: (id: string, headers?: Headers) =>
        call<Any>('GET', `/api/audit-data/full-data/${id}`, headers === undefined ? {} : { headers }),
      fullWithoutPrefix: (id: string) => call<Any>('GET', `/audit-data/full-data/${id}`),
      codes: () => call<Record<string, { id: number; name: string }[]>>('GET', '/api/audit-data/codes'),
    },
    tags: collection<Named>('/api/v1/tags'),
    ignoreList: collection<Any & { id: string }>('/api/v1/ignore-list'),
    tasks: {
      ...collection<Task>('/api/v1/tasks'),
      cancel: (id: string) => call<Task>('POST', `/api/v1/tasks/${id}/cancel`),
      /** Ends when the task has ended. */
      events: (id: string, headers: Headers = {}) => call<undefined>('GET', `/api/v1/tasks/${id}/events`, { headers }),
    },
    auditServices: {
      ...collection<Any & Named>('/api/v1/audit-services'),
      joinToken: (id: string) => call<{ token: string }>('POST', `/api/v1/audit-services/${id}/join-token`),
    },
    agents: collection<Any & { id: string }>('/api/v1/agents'),
    joinTokens: collection<Any & { id: string }>('/api/v1/join-tokens'),
    credentials: collection<Any & Named>('/api/v1/credentials'),
    schedules: collection<Any & Named & { nextRun: string | null }>('/api/v1/schedules'),
    registrations: collection<Registration, Registration, NewRegistration>('/api/v1/app-registrations'),
    sites: collection<Named>('/api/v1/sites'),
    settings: {
      get: (headers: Headers = {}) => call<Record<string, Any>>('GET', '/api/v1/site/settings', { headers }),
      update: (json: Any, headers: Headers = {}) =>
        call<Record<string, Any>>('PATCH', '/api/v1/site/settings', { json, headers }),
      testSnapshotStorage: (json: Any) => call<Any>('POST', '/api/v1/site/settings/snapshot-storage/test', { json }),
    },
    usage: () => call<{ transactions: number } & Any>('GET', '/api/v1/usage'),
    notifications: list<Any>('/api/v1/notifications'),
    /** The events of the site, up to where `until` has enough. */
    events: (until: (text: string) => boolean) => call<undefined>('GET', '/api/v1/events', { until }),
  }
}
