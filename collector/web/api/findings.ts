import type { Finding, FindingSummary } from '@rollcall/shared/api/finding.ts'
import type { CreateRule, PatchRule, Rule } from '@rollcall/shared/api/rule.ts'
import { queryOptions } from '@tanstack/react-query'
import { pageOptions, readOptions } from './read-options.ts'
import { type Query, request } from './request.ts'
import { resource } from './resource.ts'

const findingsPath = '/api/v1/findings'

/** Rules. Their numbers and problems change by themselves. */
export const rules = resource<Rule, CreateRule, PatchRule>('rules', '/api/v1/rules')
export const rulesOptions = { ...rules.allOptions, refetchInterval: 10_000 }

/** A page of findings. */
export const findingsOptions = (query: Query) =>
  queryOptions({ ...pageOptions<Finding>(['findings', 'list'], findingsPath, query), refetchInterval: 60_000 })

/** The findings on the page of a device. */
export const openFindingsOptions = (deviceId: string) => findingsOptions({ deviceId, limit: 12 })

export const findingSummaryOptions = queryOptions({
  ...readOptions<FindingSummary>(['findings', 'summary'], `${findingsPath}/summary`),
  refetchInterval: 60_000,
})

export type FindingAction = 'acknowledge' | 'snooze' | 'reopen'

/** Acknowledges, snoozes or reopens findings by their ids. */
export const changeFindings = (action: FindingAction, json: { ids: string[]; note?: string; until?: string }) =>
  request<{ changed: number }>(`${findingsPath}/${action}`, { method: 'POST', json })

/** Records that the user has read the findings raised up to a time. */
export const readFindings = (until: string) =>
  request<void>(`${findingsPath}/read`, { method: 'POST', json: { until } })
