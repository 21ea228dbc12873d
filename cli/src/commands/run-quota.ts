import { siteSettingsSchema } from '@rollcall/shared/api/site-settings.ts'
import { type Usage, usageSchema } from '@rollcall/shared/api/usage.ts'
import { localApi } from '../local-api.ts'
import { print } from '../output.ts'

type QuotaCommandOptions = { calls: number | undefined; site?: string; dataDir: string; json?: boolean }

/** Prints the usage of a site's quota. Sets the quota first if `calls` is given. */
export async function showQuota({ calls, site: siteId, dataDir, json }: QuotaCommandOptions): Promise<void> {
  const call = localApi(dataDir)
  if (calls !== undefined) {
    const body = { quota: { monthlyTransactions: calls } }
    await call({ method: 'PATCH', path: '/api/v1/site/settings', siteId, body }, siteSettingsSchema)
  }
  const usage = await call({ method: 'GET', path: '/api/v1/usage', siteId }, usageSchema)
  print(json, usage, () => describe(usage))
}

const describe = ({ transactions, monthlyTransactions, periodStart, periodEnd }: Usage) =>
  [
    `Used      ${transactions} since ${periodStart}`,
    `Quota     ${monthlyTransactions === 0 ? 'unlimited' : monthlyTransactions}`,
    `Recharge  ${periodEnd}`,
  ].join('\n')
