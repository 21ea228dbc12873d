import type { Query } from '@rollcall/shared/query/query.ts'
import type { Subject } from '../../findings/evaluation/evaluate-query.ts'
import type { Db } from '../../store/store.ts'
import { findDevices } from '../list/find-page.ts'
import { detailReader } from './device-details.ts'
import type { NamedItem } from './item-words.ts'
import { withTimes } from './list-query.ts'
import { type AboutItems, isAboutItems, itemReader, type ReadItems } from './matching-items.ts'
import { requireNames } from './require-names.ts'

/** Devices whose items are read at once. */
const devicesPerRead = 100

/** Items named in the finding of a device. */
const namedMax = 5

/**
 * Finds what meets a query: the items of a device if the query is about one kind of them, otherwise the device itself.
 * Returns at most `limit` subjects and their number, in which a device counts once if its items were not read. Throws a
 * DomainError for a query that names something the site no longer has.
 */
export async function subjectsMatching(
  db: Db,
  { siteId, now }: { siteId: string; now: Date },
  query: Query,
  limit: number,
): Promise<{ subjects: Subject[]; total: number }> {
  await requireNames({ db, siteId }, query)
  const subjects = new Map<string, Subject>()
  let unread = 0
  const alternatives = alternativesOf(withTimes(query, now))
  for (const alternative of alternatives) {
    const { ids, total } = await findDevices(db, siteId, { where: alternative, sort: 'name', limit, offset: 0 })
    unread += total - ids.length
    const read = await subjectReader({ db, siteId, now }, alternative, alternatives.length > 1)
    for (let at = 0; at < ids.length; at += devicesPerRead) {
      if (subjects.size >= limit) {
        unread += ids.length - at
        break
      }
      for (const each of await read(ids.slice(at, at + devicesPerRead)))
        subjects.set(`${each.deviceId} ${each.item}`, each)
    }
  }
  return { subjects: [...subjects.values()].slice(0, limit), total: subjects.size + unread }
}

/** Queries of which a device meets one. Each is evaluated by itself, so that no item of another one counts. */
const alternativesOf = (query: Query): Query[] => ('any' in query ? query.any.flatMap(alternativesOf) : [query])

type ReadSubjects = (deviceIds: readonly string[]) => Promise<Subject[]>

async function subjectReader(
  scope: { db: Db; siteId: string; now: Date },
  query: Query,
  isChoice: boolean,
): Promise<ReadSubjects> {
  const [only, ...others] = itemChoices(query)
  const conditions = [...(only ?? []), ...others.flat()]
  if (conditions.length === 0) {
    const readDetails = await detailReader(scope, query, isChoice)
    return async (deviceIds) => {
      const details = await readDetails(deviceIds)
      return deviceIds.map((deviceId) => ({ deviceId, item: '', detail: details.get(deviceId) ?? null }))
    }
  }
  const readers: ReadItems[] = []
  for (const condition of conditions) readers.push(await itemReader(scope, condition))
  return async (deviceIds) => {
    const found: Map<string, NamedItem[]>[] = []
    for (const read of readers) found.push(await read(deviceIds))
    return deviceIds.flatMap((deviceId): Subject[] => {
      const items = found.flatMap((byDevice) => byDevice.get(deviceId) ?? [])
      // A device whose items changed between both reads still meets the query.
      if (items.length > 0 && others.length === 0) return items.map((item) => ({ deviceId, ...item }))
      return [{ deviceId, item: '', detail: items.length > 0 ? listed(items.map(({ detail }) => detail)) : null }]
    })
  }
}

function listed(details: readonly string[]): string {
  const more = details.length - namedMax
  return [...details.slice(0, namedMax), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

/**
 * Conditions on items that every matching device meets, each as a choice of one or more. A choice that also depends on
 * something else names no item: it may be met otherwise.
 */
function itemChoices(query: Query): AboutItems[][] {
  if ('all' in query) return query.all.flatMap(itemChoices)
  if ('any' in query) return query.any.every(isAboutItems) ? [query.any.filter(isAboutItems)] : []
  return isAboutItems(query) ? [[query]] : []
}
