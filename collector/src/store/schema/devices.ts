import type { DeviceType, SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { Kit } from '../kit.ts'

/** Actor of a record's last change: a caller, or the agent or service whose observation changed it. */
export type Modifier = { kind: 'user' | 'app' | 'service' | 'agent' | 'system'; id: string; name: string }

/** Columns by which lists show, find and sort a device. */
export const listedColumns = (kit: Kit) => ({
  name: kit.text('name').notNull(),
  /** Lower case, for the default order. */
  nameKey: kit.text('name_key').notNull(),
  dnsName: kit.text('dns_name'),
  macAddress: kit.text('mac_address'),
  ipAddress: kit.text('ip_address'),
  /** 16 octets in hex (IPv4 as ::ffff:a.b.c.d), so that addresses sort as numbers. */
  ipKey: kit.text('ip_key'),
  serialNumber: kit.text('serial_number'),
  assetTag: kit.text('asset_tag'),
  type: kit.text<DeviceType>('type').notNull(),
  manufacturer: kit.text('manufacturer'),
  model: kit.text('model'),
  /** Text that `q` searches: the listed fields in lower case, MACs also without separators. */
  searchText: kit.text('search_text').notNull(),
})

/** The snapshots that sections come from. */
type SectionOrigins = Partial<
  Record<
    'hardware' | 'software' | 'network' | 'customFields',
    { snapshotId: string; observationId: string; auditDate: string }
  >
>

export const deviceTables = (kit: Kit) => {
  const devices = kit.table(
    'devices',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      ...listedColumns(kit),
      firstSeen: kit.time('first_seen').notNull(),
      lastSeen: kit.time('last_seen').notNull(),
      modifiedAt: kit.time('modified_at').notNull(),
      modifiedBy: kit.json<Modifier>('modified_by'),
      /** The newest snapshot of the greatest depth; null until there is one. */
      auditId: kit.text('audit_id'),
      auditDate: kit.time('audit_date'),
      auditSource: kit.text<SnapshotSource>('audit_source'),
      auditScheduleId: kit.text('audit_schedule_id'),
      customFields: kit.json<Record<string, string | number | boolean>>('custom_fields').notNull(),
      lastSegmentId: kit.text('last_segment_id'),
      /**
       * Set if the device is not in the lists; `archivedAt` has the time. Never empty, so that an index begins with it.
       */
      isArchived: kit.boolean('is_archived').notNull().default(false),
      archivedAt: kit.time('archived_at'),
      /** Time at which a person restored it: it counts as seen then for archiving and deletion. */
      restoredAt: kit.time('restored_at'),
    },
    (t) => [
      kit.index('devices_name').on(t.siteId, t.isArchived, t.nameKey, t.id),
      kit.index('devices_last_seen').on(t.siteId, t.isArchived, t.lastSeen, t.id),
      kit.index('devices_ip').on(t.siteId, t.isArchived, kit.emptyFirst(t.ipKey), t.id),
      kit.index('devices_type').on(t.siteId, t.isArchived, t.type, t.id),
      kit.index('devices_name_of_type').on(t.siteId, t.isArchived, t.type, t.nameKey, t.id),
      kit.index('devices_modified').on(t.siteId, t.isArchived, t.modifiedAt),
      kit.index('devices_segment').on(t.lastSegmentId, t.siteId, t.isArchived, t.nameKey, t.id),
      kit.index('devices_first_seen').on(t.siteId, t.isArchived, t.firstSeen),
      kit.index('devices_manufacturer').on(t.siteId, t.isArchived, t.manufacturer, t.nameKey, t.id),
      kit.index('devices_audit').on(t.siteId, t.isArchived, kit.emptyFirst(t.auditDate), t.id),
      kit.index('devices_audit_schedule').on(t.auditScheduleId),
    ],
  )
  /**
   * Columns by which a list can be narrowed, so that the index alone is enough. Without the times of the last sighting,
   * audit and change: each snapshot would change all of the orders, and their pages would be most of what is written.
   */
  const filtered = [
    devices.type,
    devices.lastSegmentId,
    devices.firstSeen,
    devices.manufacturer,
    devices.auditSource,
    devices.nameKey,
  ]
  /** First columns of each order. */
  const listed = [devices.siteId, devices.isArchived]
  const deviceId = () =>
    kit
      .text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' })
  /** Evidence that matches later observations: one row a value. */
  const deviceIdentifiers = kit.table(
    'device_identifiers',
    {
      deviceId: deviceId(),
      siteId: kit.text('site_id').notNull(),
      kind: kit.text<EvidenceKind>('kind').notNull(),
      value: kit.text('value').notNull(),
      /** Reported form, where it differs from the value. */
      reported: kit.text('reported'),
      manufacturer: kit.text('manufacturer'),
      firstSeen: kit.time('first_seen').notNull(),
      lastSeen: kit.time('last_seen').notNull(),
      /** Snapshot or observation that last reported it. */
      origin: kit.text<SnapshotSource>('origin').notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.deviceId, t.kind, t.value] }),
      kit.index('device_identifiers_value').on(t.siteId, t.kind, t.value),
    ],
  )
  /** The state of each source at each depth: the current data, and the base of the next comparison. */
  const deviceStates = kit.table(
    'device_states',
    {
      deviceId: deviceId(),
      source: kit.text<SnapshotSource>('source').notNull(),
      depth: kit.text<Observation['depth']>('depth').notNull(),
      snapshotId: kit.text('snapshot_id').notNull(),
      observationId: kit.text('observation_id').notNull(),
      auditDate: kit.time('audit_date').notNull(),
      hardwareHash: kit.text('hardware_hash'),
      softwareHash: kit.text('software_hash'),
      networkHash: kit.text('network_hash'),
      customFieldsHash: kit.text('custom_fields_hash'),
      /** Snapshots of the sections that the newest snapshot does not have. */
      earlier: kit.json<SectionOrigins>('earlier'),
    },
    (t) => [kit.primaryKey({ columns: [t.deviceId, t.source, t.depth] })],
  )
  /** Values by which a search finds a device, besides its own columns and identifiers. */
  const deviceTerms = kit.table(
    'device_terms',
    {
      /** Device, kind and value, so that an unchanged term is not written again. */
      id: kit.text('id').primaryKey(),
      deviceId: deviceId(),
      siteId: kit.text('site_id').notNull(),
      kind: kit.text<'port' | 'user'>('kind').notNull(),
      value: kit.text('value').notNull(),
      /** Description of a port by an administrator. */
      alias: kit.text('alias'),
      /** Value, alias and other spellings in lower case, one a line. */
      searchText: kit.text('search_text').notNull(),
    },
    (t) => [kit.index('device_terms_device').on(t.deviceId)],
  )
  const tags = kit.table(
    'tags',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      name: kit.text('name').notNull(),
      nameKey: kit.text('name_key').notNull(),
      colour: kit.text('colour'),
    },
    (t) => [kit.uniqueIndex('tags_name').on(t.siteId, t.nameKey)],
  )
  const deviceTags = kit.table(
    'device_tags',
    {
      deviceId: deviceId(),
      tagId: kit
        .text('tag_id')
        .notNull()
        .references(() => tags.id, { onDelete: 'cascade' }),
    },
    (t) => [kit.primaryKey({ columns: [t.deviceId, t.tagId] }), kit.index('device_tags_tag').on(t.tagId)],
  )
  return {
    devices,
    deviceTally: kit.tally('devices_tally', [devices.siteId, devices.isArchived, devices.type]),
    manufacturerTally: kit.tally('devices_manufacturer_tally', [
      devices.siteId,
      devices.isArchived,
      devices.manufacturer,
    ]),
    /** Revision of the columns that the most frequent filters read. */
    deviceRevision: kit.revision(
      'devices_revision',
      [devices.siteId, devices.isArchived, devices.type, devices.searchText],
      'counts',
    ),
    deviceSearch: kit.textIndex('devices_search', {
      key: devices.id,
      text: devices.searchText,
      orders: {
        name: [...listed, devices.nameKey, devices.id, ...filtered],
        // Each snapshot changes this index anyway, so it has the columns that the others lack, and those to sort by.
        last_seen: [...listed, devices.lastSeen, devices.id, ...filtered, devices.modifiedAt, devices.ipKey],
        ip: [...listed, devices.ipKey, devices.id, ...filtered],
        type: [...listed, devices.type, devices.id, ...filtered],
        audit: [...listed, devices.auditDate, devices.id, ...filtered],
      },
    }),
    deviceIdentifiers,
    identifierRevision: kit.revision(
      'device_identifiers_revision',
      [deviceIdentifiers.deviceId, deviceIdentifiers.kind, deviceIdentifiers.value],
      'caches',
    ),
    deviceStates,
    /** Without the snapshots' columns, which each snapshot changes. */
    stateRevision: kit.revision('device_states_revision', [deviceStates.deviceId], 'caches'),
    /** Neighbors that announced a management address to the device. Segments are suggested by them. */
    deviceNeighbors: kit.table(
      'device_neighbors',
      {
        deviceId: deviceId(),
        /** Position in the device's own order. */
        position: kit.integer('position').notNull(),
        port: kit.text('port').notNull(),
        protocol: kit.text<Neighbor['protocol']>('protocol').notNull(),
        name: kit.text('name'),
        description: kit.text('description'),
        address: kit.text('address').notNull(),
        /** CIDR block of the device's own interface on that network, if it has one. */
        network: kit.text('network'),
      },
      (t) => [kit.primaryKey({ columns: [t.deviceId, t.position] })],
    ),
    deviceTerms,
    deviceTermSearch: kit.textIndex('device_terms_search', {
      key: deviceTerms.id,
      text: deviceTerms.searchText,
      orders: {},
    }),
    tags,
    deviceTags,
    tagRevision: kit.revision('device_tags_revision', [deviceTags.deviceId, deviceTags.tagId], 'counts'),
    tagTally: kit.tally('device_tags_tally', [deviceTags.tagId]),
  }
}
