import { asc, lt } from 'drizzle-orm'
import { loadDevices } from '../../device-records/load-devices.ts'
import type { SystemContext } from '../../lib/context.ts'
import { readSections } from '../../snapshots/sections/sections.ts'
import { deviceFactTables } from '../../store/schema/device-facts.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { termsOfSections } from '../search-terms/terms.ts'
import { writeTerms } from '../search-terms/write-terms.ts'
import { factSources, factsOfRow, factsOfSources } from './fact-sources.ts'
import { completeFactRules, factRules, writeFacts } from './write-facts.ts'

/** Devices of one transaction. */
const devicesPerTurn = 20

/** Derives the facts and search terms of devices that have none by the current rules, in several transactions. */
export async function deriveMissingFacts({ store }: SystemContext): Promise<void> {
  let waits = await store.read(hasOlderFacts)
  while (waits) waits = await store.write(deriveNext)
}

/** Reports whether some devices lack facts that queries read, so that queries would miss them. */
export const factsAreMissing = (db: Db): Promise<boolean> => hasOlder(db, completeFactRules)

/** Reports whether some devices have facts by earlier rules, without those that were added since. */
export const hasOlderFacts = (db: Db): Promise<boolean> => hasOlder(db, factRules)

async function hasOlder(db: Db, version: number): Promise<boolean> {
  const { factDevices } = db.tables(deviceFactTables)
  const isOld = lt(factDevices.rules, version)
  return (await db.select({ device: factDevices.device }).from(factDevices).where(isOld).limit(1)).length > 0
}

async function deriveNext(tx: Tx): Promise<boolean> {
  const { factDevices } = tx.tables(deviceFactTables)
  const { device, deviceId, rules } = factDevices
  const old = await tx
    .select({ device, deviceId })
    .from(factDevices)
    .where(lt(rules, factRules))
    .orderBy(asc(rules))
    .limit(devicesPerTurn)
  const found = await loadDevices(
    tx,
    old.map((each) => each.deviceId),
  )
  for (const [siteId, ofSite] of Map.groupBy(found, ({ row }) => row.siteId)) {
    const listed = ofSite.filter(({ row }) => !row.isArchived)
    const sources = new Map(listed.map(({ row, states }) => [row.id, factSources(states)]))
    const hashes = [...sources.values()].flatMap((each) => Object.values(each).flatMap((hash) => hash ?? []))
    const contents = await readSections(tx, [...new Set(hashes)])
    const facts = listed.map(({ row }) => {
      const ofSections = factsOfSources(sources.get(row.id) ?? {}, contents)
      return [row.id, { device: factsOfRow(row), ...ofSections }] as const
    })
    await writeFacts(tx, siteId, new Map(facts))
    await writeTerms(
      tx,
      siteId,
      listed.flatMap(({ row }) => termsOfSections(row, sources.get(row.id) ?? {}, contents)),
    )
  }
  // Archived devices get theirs when they are restored.
  await tx
    .update(factDevices)
    .set({ rules: factRules })
    .where(
      among(
        device,
        old.map((each) => each.device),
      ),
    )
  return old.length === devicesPerTurn
}
