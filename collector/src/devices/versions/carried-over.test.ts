import { defaultSiteSettings, type SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { expect, it } from 'vitest'
import { testSystem } from '../../ingest/testing/system.ts'
import { readMigrations } from '../../store/migrations.ts'
import { openStore } from '../../store/open.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { siteTables } from '../../store/schema/sites.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { rewriteVersions } from './rewrite-versions.ts'

const { archiveDeviceDays: _, deleteDeviceDays: __, archiveOnDelete: ___, ...retention } = defaultSiteSettings.retention
const settings = { ...defaultSiteSettings, retention: { ...retention, staleDeviceDays: 60, changeLogDays: 7 } }

/**
 * Data of a release that deleted devices not seen for some days: one with two tags, one of which was attached later.
 */
const earlier = `
  INSERT INTO sites (id, name, name_key, created_at) VALUES ('site', 'Site', 'site', 1);
  INSERT INTO site_settings (site_id, settings, modified_at) VALUES ('site', '${JSON.stringify(settings)}', 1);
  INSERT INTO devices (id, site_id, name, name_key, type, search_text, first_seen, last_seen, modified_at, asset_tag, custom_fields)
    VALUES ('019a7c1e-3f60-7d3a-8b1e-000000000001', 'site', 'PC', 'pc', 'computer', 'pc', 1000, 9000, 9000, 'T1', '{}');
  INSERT INTO tags (id, site_id, name, name_key) VALUES ('t1', 'site', 'Office', 'office'), ('t2', 'site', 'Lab', 'lab');
  INSERT INTO device_tags (device_id, tag_id) VALUES ('019a7c1e-3f60-7d3a-8b1e-000000000001', 't1'), ('019a7c1e-3f60-7d3a-8b1e-000000000001', 't2');
  INSERT INTO changes (id, site_id, timestamp, verb, entity, entity_id, device_id, field, to_value, actor)
    VALUES ('c1', 'site', 5000, 'Modified', 'Device', '019a7c1e-3f60-7d3a-8b1e-000000000001', '019a7c1e-3f60-7d3a-8b1e-000000000001', 'tags', 'Lab', 'x');
`

describeOnBothEngines('devices and settings of an earlier release', ({ engine, newDatabase }) => {
  it('keep their history since they were first seen, and the states of unseen devices', async () => {
    const store = await openStore(await newDatabase())
    const migrations = await readMigrations(engine)
    const at = migrations.findIndex(({ name }) => name.includes('device_archive'))
    const before = [
      ...migrations.slice(0, at),
      { name: `${migrations[at - 1]?.name.slice(0, 4)}_z_data.sql`, sql: earlier },
    ]
    await store.migrate(before)
    await store.migrate([...before, ...migrations.slice(at)])
    const { deviceVersions, deviceTagSpans } = store.tables(deviceHistoryTables)
    await rewriteVersions(testSystem(store).ctx)
    const found = await store.read(async (db) => ({
      versions: await db.select().from(deviceVersions),
      spans: await db.select().from(deviceTagSpans).orderBy(deviceTagSpans.tagId),
      settings: await db.select().from(store.tables(siteTables).siteSettings),
      devices: await db.select().from(store.tables(deviceTables).devices),
      tally: await db
        .select({ n: store.tables(deviceTables).deviceTally.total })
        .from(store.tables(deviceTables).deviceTally.groups),
    }))
    await store.close()
    const time = (ms: number) => new Date(ms).toISOString()
    expect(found.versions).toMatchObject([
      { name: 'PC', assetTag: 'T1', from: time(1000), until: '9999-12-31T23:59:59.999Z' },
    ])
    expect(found.spans.map(({ name, from }) => [name, from])).toEqual([
      ['Office', time(1000)],
      ['Lab', time(5000)],
    ])
    const retention: SiteSettings['retention'] = {
      ...settings.retention,
      archiveDeviceDays: 0,
      deleteDeviceDays: 60,
      archiveOnDelete: false,
    }
    expect(found.settings.map((row) => row.settings)).toEqual([{ ...settings, retention }])
    expect([found.devices[0]?.isArchived, found.devices[0]?.archivedAt, found.tally]).toEqual([false, null, [{ n: 1 }]])
  })
})
