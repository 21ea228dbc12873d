import { type ComplianceQuery, complianceQuerySchema } from '@rollcall/shared/api/compliance.ts'
import { softwareQuerySchema } from '@rollcall/shared/api/software.ts'
import { expect } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, type Seen } from '../../ingest/testing/observations.ts'
import type { Store } from '../../store/store.ts'
import { testContext } from '../../testing/context.ts'
import { listSoftware } from '../catalog/list-software.ts'
import { listCompliance } from '../compliance/list-findings.ts'

/** For tests: creates a site with devices, and reads their compliance. */
export async function complianceTest(store: Store) {
  const test = await testContext(store)
  const { ctx } = test
  const ingest = createIngest(ctx)
  /** Submits a device with these products, each as `name version`. */
  const submit = (minutes: number, name: string, software: string[] | undefined, seen: Seen = {}, autoTag?: string) =>
    ingest.submit({
      siteId: ctx.siteId,
      observation: agent(minutes, {
        hostname: name,
        agentId: `019a7c1e-3f60-7d3a-9b1e-${Buffer.from(name).toString('hex').padStart(12, '0')}`,
        software: software?.map((each) => ({ name: each.split(' ')[0] ?? '', version: each.split(' ')[1] ?? '' })),
        ...seen,
      }),
      actor: 'x',
      ...(autoTag ? { autoTag } : {}),
    })
  const idOf = async (name: string, version?: string) => {
    const groupBy = version === undefined ? 'name' : 'name-version'
    const { items } = await listSoftware(ctx, softwareQuerySchema.parse({ groupBy, q: name }))
    return items.find((item) => item.version === version)?.id ?? ''
  }
  const list = (query: Partial<Record<keyof ComplianceQuery, string>> = {}) =>
    listCompliance(ctx, complianceQuerySchema.parse(query))
  /** Lists each device with its missing (-) and forbidden (+) products, and those of which it is not known (?). */
  const found = async (query: Partial<Record<keyof ComplianceQuery, string>> = {}) => {
    const { items, total } = await list(query)
    expect(total).toBe(items.length)
    return Object.fromEntries(
      items.map(({ deviceName, missing, forbidden, unknown }) => [
        deviceName,
        [
          ...missing.map(({ name, version }) => ['-', name, version].filter(Boolean).join(' ')),
          ...forbidden.map(({ name, version }) => `+ ${name} ${version}`),
          ...unknown.map(({ name, version }) => ['?', name, version].filter(Boolean).join(' ')),
        ].join(', '),
      ]),
    )
  }
  return { ...test, submit, idOf, list, found }
}
