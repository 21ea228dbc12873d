import type { List } from '@rollcall/shared/api/common.ts'
import type { TestCredential } from '@rollcall/shared/api/credential.ts'
import type { HostAudit } from '@rollcall/shared/api/host-audit.ts'
import type { TaskAccepted, TaskRecord, TaskStatus } from '@rollcall/shared/api/task.ts'
import type { AuditAgain, TaskHost } from '@rollcall/shared/api/task-host.ts'
import { queryOptions } from '@tanstack/react-query'
import { pageOptions, readOptions } from './read-options.ts'
import { type Query, request, send } from './request.ts'
import { serverSent } from './server-sent.ts'

const path = '/api/v1/tasks'
const shown = 20
const ofStatus = (status: TaskStatus, signal: AbortSignal) =>
  request<List<TaskRecord>>(path, { query: { status, limit: shown }, signal })

/** Returns whether a task is waiting or running. */
export const isActive = ({ status }: Pick<TaskRecord, 'status'>): boolean => status === 'Queued' || status === 'Running'

/** The running tasks, then the waiting ones. Polled often while there are any. */
export const runningTasksOptions = queryOptions({
  queryKey: ['tasks', 'running'],
  queryFn: async ({ signal }) => {
    const [running, queued] = await Promise.all([ofStatus('Running', signal), ofStatus('Queued', signal)])
    return { items: [...running.items, ...queued.items], total: running.total + queued.total }
  },
  refetchInterval: ({ state }) => ((state.data?.total ?? 0) > 0 ? 2_000 : 15_000),
})

/** A page of tasks. Polled while one of them is active. */
export const taskListOptions = (query: Query) =>
  queryOptions({
    ...pageOptions<TaskRecord>(['tasks', 'list'], path, query),
    refetchInterval: ({ state }) => (state.data?.items.some(isActive) ? 2_000 : 15_000),
  })

export const taskOptions = (id: string) => readOptions<TaskRecord>(['tasks', 'one', id], `${path}/${id}`)

/** Yields the states of a task until it ends. Rejects if the collector refuses or the stream breaks. */
export async function* taskStates(id: string, signal: AbortSignal): AsyncGenerator<TaskRecord> {
  yield* serverSent<TaskRecord>(await send(`${path}/${id}/events`, { signal }))
}

/** Audits some hosts of a task again, with these credentials or those of its segment. */
export const auditAgain = (id: string, json: AuditAgain) =>
  request<TaskAccepted>(`${path}/${id}/audit`, { method: 'POST', json })

const testPollMs = 500

/** Tests a credential at an address. Resolves to the result once the test has ended. */
export async function testCredential(id: string, json: TestCredential, signal: AbortSignal): Promise<CredentialResult> {
  const { taskId } = await request<TaskAccepted>(`/api/v1/credentials/${id}/test`, { method: 'POST', json, signal })
  for (;;) {
    const task = await request<TaskRecord>(`${path}/${taskId}`, { signal })
    if (!isActive(task)) {
      const { items } = await request<List<TaskHost>>(taskHostsPath(taskId), { signal })
      return { works: task.status === 'Success', audit: items[0]?.audit, error: task.error }
    }
    await new Promise((resolve) => setTimeout(resolve, testPollMs))
    signal.throwIfAborted()
  }
}

/** `audit` is missing if the Audit Service could not run the test; `error` then has the reason. */
export type CredentialResult = { works: boolean; audit: HostAudit | undefined; error: string | null }

export const cancelTask = (id: string) => request<TaskRecord>(`${path}/${id}/cancel`, { method: 'POST' })

/** The hosts of a task in storage order, with the set of their addresses. */
type HostsSoFar = { hosts: readonly TaskHost[]; addresses: ReadonlySet<string> }

const hostsPerPage = 1_000
/** The most hosts that a page holds. The task's counts cover all hosts. */
export const hostsShownMax = 50_000
/** Overlap of successive reads, as a host stored earlier may be committed, and so visible, later. */
const overlapMs = 2_000

export const taskHostsPath = (id: string) => `${path}/${id}/hosts`

/** The hosts of a task. After the first read, only new hosts are read. */
export const taskHostsOptions = (id: string) =>
  queryOptions({
    queryKey: ['tasks', 'hosts', id],
    queryFn: async ({ client, queryKey, signal }): Promise<HostsSoFar> => {
      const loaded = client.getQueryData<HostsSoFar>(queryKey) ?? { hosts: [], addresses: new Set<string>() }
      const last = loaded.hosts.at(-1)
      const since = last && new Date(Date.parse(last.at) - overlapMs).toISOString()
      const hosts = [...loaded.hosts]
      const addresses = new Set(loaded.addresses)
      for (let offset = 0; hosts.length < hostsShownMax; offset += hostsPerPage) {
        const query = { since, limit: hostsPerPage, offset }
        const { items } = await request<List<TaskHost>>(taskHostsPath(id), { query, signal })
        for (const host of items) {
          if (addresses.has(host.address)) continue
          addresses.add(host.address)
          hosts.push(host)
        }
        if (items.length < hostsPerPage) break
      }
      return hosts.length === loaded.hosts.length ? loaded : { hosts, addresses }
    },
    // The list only grows, so it needs no structural comparison.
    structuralSharing: false,
  })
