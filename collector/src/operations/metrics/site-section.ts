import type { Alert } from '@rollcall/shared/api/alert.ts'
import type { Site } from '@rollcall/shared/api/site.ts'
import { quotaUse } from '../../access/quota/usage.ts'
import { countTypes } from '../../devices/list/count-devices.ts'
import type { SystemContext } from '../../lib/context.ts'
import { allSites } from '../../sites/read.ts'
import { offloadBacklog } from '../../snapshots/offload/offload-status.ts'
import { readAlerts } from '../list-alerts.ts'
import type { Sample, Section } from './sections.ts'

/** Sites with metrics of their own, the oldest first. */
const sitesMax = 200
const freshMs = 60_000

type SiteFacts = {
  site: Site
  now: number
  alerts: Alert[]
  devices: Awaited<ReturnType<typeof countTypes>>
  quota: Awaited<ReturnType<typeof quotaUse>>
  offload: Awaited<ReturnType<typeof offloadBacklog>>
}
type Facts = { sites: number; each: SiteFacts[] }

/** Creates the gauges of sites. Each site is read on its own, so that other work gets its turn between two. */
export const siteSection = (system: SystemContext): Section<Facts> => ({
  name: 'sites',
  freshMs,
  async read() {
    const sites = await allSites(system)
    const each: SiteFacts[] = []
    for (const site of sites.slice(0, sitesMax)) each.push(await readSite(system, site))
    return { sites: sites.length, each }
  },
  gauges: {
    rollcall_sites: { help: 'Sites. Only the oldest 200 have metrics of their own.', values: (f) => f.sites },
    rollcall_devices: {
      help: 'Devices that a site lists, by type.',
      labels: ['site', 'type'],
      values: ofSites(({ devices }) => devices.map(({ type, devices: count }): Sample => [{ type }, count])),
    },
    rollcall_alerts: {
      help: 'Open alerts of a site, by kind and severity.',
      labels: ['site', 'kind', 'severity'],
      values: ofSites(({ alerts }) =>
        [...Map.groupBy(alerts, ({ kind, severity }) => `${kind} ${severity}`).values()].flatMap((same) =>
          same.slice(0, 1).map(({ kind, severity }): Sample => [{ kind, severity }, same.length]),
        ),
      ),
    },
    rollcall_quota_used_transactions: {
      help: 'API transactions of App registrations since the last recharge.',
      labels: ['site'],
      values: ofSites(({ quota }) => [[{}, quota.transactions]]),
    },
    rollcall_quota_limit_transactions: {
      help: 'API transactions of a month that the site permits. Absent if they are not limited.',
      labels: ['site'],
      values: ofSites(({ quota: { quota } }) =>
        quota.monthlyTransactions > 0 ? [[{}, quota.monthlyTransactions]] : [],
      ),
    },
    rollcall_offload_waiting_snapshots: {
      help: 'Snapshots that wait for their copy in Snapshot storage, counted up to 100,000.',
      labels: ['site'],
      values: ofSites(({ offload }) => (offload ? [[{}, offload.snapshots]] : [])),
    },
    rollcall_offload_oldest_age_seconds: {
      help: 'Age of the oldest snapshot that waits for its copy; 0 if there is none.',
      labels: ['site'],
      values: ofSites(({ offload, now }) =>
        offload ? [[{}, offload.oldest ? Math.max(0, (now - Date.parse(offload.oldest)) / 1000) : 0]] : [],
      ),
    },
    rollcall_offload_failing: {
      help: '1 while Snapshot storage refuses copies.',
      labels: ['site'],
      values: ofSites(({ offload }) => (offload ? [[{}, Number(offload.failingSince !== null)]] : [])),
    },
    rollcall_offload_sent_snapshots: {
      help: 'Snapshots copied to Snapshot storage since the site exists.',
      labels: ['site'],
      values: ofSites(({ offload }) => (offload ? [[{}, offload.sent]] : [])),
    },
  },
})

/** Adds the name of the site to the samples of each site. */
function ofSites(samplesOf: (facts: SiteFacts) => Sample[]) {
  return ({ each }: Facts): Sample[] =>
    each.flatMap((facts) =>
      samplesOf(facts).map(([labels, value]): Sample => [{ site: facts.site.name, ...labels }, value]),
    )
}

async function readSite(system: SystemContext, site: Site): Promise<SiteFacts> {
  const now = system.clock.now()
  const alerts = await readAlerts(system, site.id)
  const read = await system.store.read(async (db) => ({
    devices: await countTypes(db, site.id),
    quota: await quotaUse(db, site.id, now),
    offload: await offloadBacklog(db, site.id),
  }))
  return { site, now: now.getTime(), alerts, ...read }
}
