import { and, eq } from 'drizzle-orm'
import { softwareTables } from '../../store/schema/software.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'

const fields = ['publisher', 'source'] as const
type ProductDetails = { publisher?: string | undefined; source?: string | undefined }

/** Fields of a product without a value. */
export type EmptyFields = readonly (typeof fields)[number][]

const nothing: EmptyFields = []

export function emptyFieldsOf(product: ProductDetails): EmptyFields {
  return product.publisher && product.source ? nothing : fields.filter((field) => !product[field])
}

export const hasMoreFields = (product: ProductDetails, emptyFields: EmptyFields): boolean =>
  emptyFields.some((field) => product[field])

/** Fills empty fields of products, by product number. Existing values stay. */
export async function completeProducts(tx: Tx, details: ReadonlyMap<number, ProductDetails>): Promise<void> {
  const { softwareNames, softwareProducts } = tx.tables(softwareTables)
  const { number, nameId, publisher, source } = softwareProducts
  const rows = await tx
    .select({ number, nameId, publisher, source })
    .from(softwareProducts)
    .where(among(number, [...details.keys()]))
  const complete = rows.map((row) => {
    const more = details.get(row.number)
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
