import { and, eq } from 'drizzle-orm'
import { softwareTables } from '../../store/schema/software.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'

const fields = ['publisher', 'source'] as const
type Told = { publisher?: string | undefined; source?: string | undefined }

/** What nobody has said of a product so far. */
export type Untold = readonly (typeof fields)[number][]

const nothing: Untold = []

export function untoldOf(product: Told): Untold {
  return product.publisher && product.source ? nothing : fields.filter((field) => !product[field])
}

export const hasMoreFields = (product: Told, untold: Untold): boolean => untold.some((field) => product[field])

/** Gives products, by their numbers, what is told of them now and was not before. What is there stays. */
export async function completeProducts(tx: Tx, told: ReadonlyMap<number, Told>): Promise<void> {
  const { softwareNames, softwareProducts } = tx.tables(softwareTables)
  const { number, nameId, publisher, source } = softwareProducts
  const rows = await tx
    .select({ number, nameId, publisher, source })
    .from(softwareProducts)
    .where(among(number, [...told.keys()]))
  const complete = rows.map((row) => {
    const more = told.get(row.number)
    return { ...row, publisher: row.publisher || more?.publisher || '', source: row.source || more?.source || '' }
  })
  await tx.updateRows(softwareProducts, complete, { key: 'number', set: ['publisher', 'source'] })
  const publishers = new Map(complete.flatMap((row) => (row.publisher ? [[row.nameId, row.publisher] as const] : [])))
  const names = await tx
    .select({ id: softwareNames.id })
    .from(softwareNames)
    .where(and(among(softwareNames.id, [...publishers.keys()]), eq(softwareNames.publisher, '')))
  const named = names.map(({ id }) => ({ id, publisher: publishers.get(id) ?? '' }))
  await tx.updateRows(softwareNames, named, { key: 'id', set: ['publisher'] })
}
