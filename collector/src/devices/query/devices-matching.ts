import type { Query } from '@rollcall/shared/query/query.ts'
import type { Db } from '../../store/store.ts'
import { findDevices } from '../list/find-page.ts'
import { withTimes } from './list-query.ts'

/** Finds the listed devices of a site that meet a query: at most `limit` of their ids, by name, and their number. */
export const devicesMatching = (
  db: Db,
  { siteId, now }: { siteId: string; now: Date },
  query: Query,
  limit: number,
): Promise<{ ids: string[]; total: number }> =>
  findDevices(db, siteId, { where: withTimes(query, now), sort: 'name', limit, offset: 0 })
