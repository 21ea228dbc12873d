import type { List } from '@rollcall/shared/api/common.ts'
import type { Finding, FindingSummary } from '@rollcall/shared/api/finding.ts'
import type { Rule } from '@rollcall/shared/api/rule.ts'
import { expect } from 'vitest'
import { devicesMatching } from '../../devices/query/devices-matching.ts'
import { subjectsMatching } from '../../devices/query/subjects-matching.ts'
import { evaluateRules } from '../../findings/evaluation/evaluate-rules.ts'
import { insertDefaultRules } from '../../findings/rules/default-rules.ts'
import { nowOf } from '../../lib/context.ts'
import { timeOf } from '../../testing/context.ts'
import { mergeApp } from './merge.ts'

/** For tests: creates two devices, and calls for rules and their findings. */
export async function ruleApp(store: Parameters<typeof mergeApp>[0]) {
  const test = await mergeApp(store)
  const { call, ctx, answer, get, post, advance } = test
  const list = async (query = '') => (await get<List<Finding>>(`/api/v1/findings${query}`)).items
  return {
    ...test,
    list,
    addDefaultRules: () => ctx.store.write((tx) => insertDefaultRules(tx, ctx.siteId, nowOf(ctx))),
    createRule: (json: object) => answer<Rule>(post('/api/v1/rules', json), 201),
    patchRule: (id: string, json: object) => answer<Rule>(call('PATCH', `/api/v1/rules/${id}`, { json })),
    createTag: async (name: string) => (await answer<{ id: string }>(post('/api/v1/tags', { name }), 201)).id,
    deleteTag: async (id: string) => expect((await call('DELETE', `/api/v1/tags/${id}`)).status).toBe(204),
    rules: async () => (await get<List<Rule>>('/api/v1/rules')).items,
    summary: () => get<FindingSummary>('/api/v1/findings/summary'),
    /** Evaluates all rules, a minute later. */
    async evaluate() {
      advance(60)
      await evaluateRules(ctx, timeOf(ctx), { subjects: subjectsMatching, devices: devicesMatching })
    },
    change: (action: string, json: object) => answer<{ changed: number }>(post(`/api/v1/findings/${action}`, json)),
    async only(query?: string): Promise<Finding> {
      const items = await list(query)
      expect(items).toHaveLength(1)
      return items[0] as Finding
    },
  }
}
