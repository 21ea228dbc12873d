import type { IdentityJunkKind } from '@rollcall/shared/api/identity-junk.ts'
import type { EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import type { Kit } from '../kit.ts'
import { deviceTables } from './devices.ts'

export const identityTables = (kit: Kit) => ({
  /** Values that say nothing on this site of which device it is. */
  identityJunk: kit.table(
    'identity_junk',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      kind: kit.text<IdentityJunkKind>('kind').notNull(),
      value: kit.text('value').notNull(),
      /** `learned`: several live devices had it at once. `allowed`: a person says that it counts all the same. */
      origin: kit.text<'site' | 'learned' | 'allowed'>('origin').notNull(),
      /** How many devices had it when it was learned. */
      devices: kit.integer('devices'),
      reason: kit.text('reason'),
      createdAt: kit.time('created_at').notNull(),
      createdBy: kit.text('created_by').notNull(),
    },
    (t) => [kit.uniqueIndex('identity_junk_value').on(t.siteId, t.kind, t.value)],
  ),
  /** Raised with every change of a site's list, so that ingest reads the list itself only when it has changed. */
  identityJunkLists: kit.table('identity_junk_lists', {
    siteId: kit.text('site_id').primaryKey(),
    version: kit.integer('version').notNull(),
  }),
  /** Live devices that say they are one and the same. */
  identityCollisions: kit.table(
    'identity_collisions',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      kind: kit.text<EvidenceKind>('kind').notNull(),
      value: kit.text('value').notNull(),
      deviceIds: kit.json<string[]>('device_ids').notNull(),
      firstAt: kit.time('first_at').notNull(),
      /** When one of them was last seen with it. */
      lastAt: kit.time('last_at').notNull(),
    },
    (t) => [
      kit.uniqueIndex('identity_collisions_value').on(t.siteId, t.kind, t.value),
      kit.index('identity_collisions_last').on(t.siteId, t.lastAt),
    ],
  ),
  /** Devices of which a person should look at what they were taken for. */
  deviceReviews: kit.table(
    'device_reviews',
    {
      deviceId: kit
        .text('device_id')
        .primaryKey()
        .references(() => kit.tables(deviceTables).devices.id, { onDelete: 'cascade' }),
      siteId: kit.text('site_id').notNull(),
      /** The last thing there is to look at. */
      review: kit.text('review').notNull(),
      /** The snapshot it is about; null where it is about the device. */
      snapshotId: kit.text('snapshot_id'),
      since: kit.time('since').notNull(),
      /** When it closes by itself unless it is recorded again; null: a person closes it. */
      endsAt: kit.time('ends_at'),
    },
    (t) => [kit.index('device_reviews_since').on(t.siteId, t.since, t.deviceId)],
  ),
})
