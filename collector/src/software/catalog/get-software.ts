import type { SoftwareProduct } from '@rollcall/shared/api/software.ts'
import type { Context } from '../../lib/context.ts'
import type { Db } from '../../store/store.ts'
import { lastSeenOn, later } from '../installations/last-seen.ts'
import { requireSubject, type Subject, versionsOf } from './subject.ts'

/** Returns a product, or a name with all its versions, by id. */
export async function getSoftware(ctx: Context, id: string): Promise<SoftwareProduct> {
  return ctx.store.read(async (db) => showSoftware(db, ctx.siteId, await requireSubject(db, ctx.siteId, id)))
}

/** Converts a record to the API form. */
export async function showSoftware(db: Db, siteId: string, { record, nameId }: Subject): Promise<SoftwareProduct> {
  const rows = await versionsOf(db, nameId)
  const seen = await lastSeenOn(db, siteId, rows)
  const versions = rows.map(({ number, changedAt, inScopeTagId: _, source: __, ...version }) => ({
    ...version,
    lastSeen: later(seen.get(number), changedAt ?? version.firstSeen),
  }))
  const own = 'version' in record ? versions.filter(({ id }) => id === record.id) : versions
  return {
    id: record.id,
    name: record.name,
    ...('version' in record ? { version: record.version } : {}),
    publisher: record.publisher,
    kind: record.kind,
    nameId,
    softwareGroup: record.softwareGroup,
    ...('ownGroup' in record ? { ownGroup: record.ownGroup } : {}),
    installations: own.reduce((sum, { installations }) => sum + installations, 0),
    inScopeTagId: record.inScopeTagId,
    firstSeen: record.firstSeen,
    lastSeen: own.reduce((last, version) => later(version.lastSeen, last), record.firstSeen),
    versions,
  }
}
