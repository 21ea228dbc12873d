import type { IdentityJunkKind } from '@rollcall/shared/api/identity-junk.ts'
import type { EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import type { Kit } from '../kit.ts'
import { deviceTables } from './devices.ts'

/**
 * `match`: about the match of a snapshot. `outside`: about a host that was seen from outside. `twins`: two machines seem
 * to use the device. `networks`: it may be two hosts at one address in two networks. `crowd`: too many devices share its
 * identifiers.
 */
export type DoubtKind = 'match' | 'outside' | 'twins' | 'networks' | 'crowd'

export const identityTables = (kit: Kit) => ({
  /** Values that identify no device on this site. */
  identityJunk: kit.table(
    'identity_junk',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      kind: kit.text<IdentityJunkKind>('kind').notNull(),
      value: kit.text('value').notNull(),
      /** Reported form, where it differs from the value. */
      reported: kit.text('reported'),
      manufacturer: kit.text('manufacturer'),
      /** `learned`: several live devices had it at once. `allowed`: a person decided that it counts all the same. */
      origin: kit.text<'site' | 'learned' | 'allowed'>('origin').notNull(),
      /** Number of devices that had it when it was learned. */
      devices: kit.integer('devices'),
      reason: kit.text('reason'),
      createdAt: kit.time('created_at').notNull(),
      createdBy: kit.text('created_by').notNull(),
    },
    (t) => [kit.uniqueIndex('identity_junk_value').on(t.siteId, t.kind, t.value)],
  ),
  /** Version of a site's list, raised with every change, so that ingest reads the list only after a change. */
  identityJunkLists: kit.table('identity_junk_lists', {
    siteId: kit.text('site_id').primaryKey(),
    version: kit.integer('version').notNull(),
  }),
  /** Live devices that report one identity. */
  identityCollisions: kit.table(
    'identity_collisions',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      kind: kit.text<EvidenceKind>('kind').notNull(),
      value: kit.text('value').notNull(),
      /** Reported form, where it differs from the value. */
      reported: kit.text('reported'),
      manufacturer: kit.text('manufacturer'),
      deviceIds: kit.json<string[]>('device_ids').notNull(),
      firstAt: kit.time('first_at').notNull(),
      /** Time at which one of them was last seen with it. */
      lastAt: kit.time('last_at').notNull(),
    },
    (t) => [
      kit.uniqueIndex('identity_collisions_value').on(t.siteId, t.kind, t.value),
      kit.index('identity_collisions_last').on(t.siteId, t.lastAt),
    ],
  ),
  /** Devices whose match a person should check: one review of each doubtful snapshot, and one of each other kind. */
  deviceReviews: kit.table(
    'device_reviews',
    {
      deviceId: kit
        .text('device_id')
        .notNull()
        .references(() => kit.tables(deviceTables).devices.id, { onDelete: 'cascade' }),
      kind: kit.text<DoubtKind>('kind').notNull(),
      siteId: kit.text('site_id').notNull(),
      /** Text of the latest review. */
      review: kit.text('review').notNull(),
      /** Snapshot of a `match`; empty for the other kinds. */
      snapshotId: kit.text('snapshot_id').notNull(),
      since: kit.time('since').notNull(),
      /** Time at which it closes unless it is recorded again; null: a person closes it. */
      endsAt: kit.time('ends_at'),
    },
    (t) => [
      kit.primaryKey({ columns: [t.deviceId, t.kind, t.snapshotId] }),
      kit.index('device_reviews_since').on(t.siteId, t.since, t.deviceId),
    ],
  ),
})
