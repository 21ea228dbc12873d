import type { Software } from '@rollcall/shared/inventory/software.ts'
import { Slots } from '@rollcall/shared/slots.ts'
import { allOf, overlayOf } from '../../lib/cache.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { contentOf, sizeOf } from '../../snapshots/sections/sections.ts'
import { addToCatalog } from '../../software/catalog/add-to-catalog.ts'
import type { ProductCache, ProductRef } from '../../software/catalog/products.ts'
import type { Prepared } from './prepare.ts'

/** A software list below this size is not long. */
const longListBytes = 100_000

type Overlay = ReturnType<typeof overlayOf<ProductRef>>

/**
 * Adds the products of very long software lists to the catalog before the group of their delivery. They take seconds,
 * for which the other deliveries of the group would wait.
 */
export type LongLists = {
  isIn(item: Prepared): boolean
  /** One list at a time, because each takes turns with the groups. */
  add(item: Prepared): Promise<void>
  /** Returns the overlays of what was added for the items of a group. */
  addedFor(group: readonly Prepared[]): Overlay[]
  /** Forgets what was added, after a product of it turned out to be deleted. */
  forget(group: readonly Prepared[]): void
}

export function createLongLists(ctx: SystemContext, products: ProductCache): LongLists {
  const added = new WeakMap<Prepared, Overlay>()
  const turns = new Slots(1)
  return {
    isIn({ sections }) {
      const section = sections.get('software')
      return section !== undefined && sizeOf(section) >= longListBytes
    },
    add: (item) =>
      turns.use(async () => {
        const section = item.sections.get('software')
        const overlay = overlayOf(products)
        const list = (section && contentOf(section)) as Software[] | undefined
        await addToCatalog(ctx.store, item.delivery.siteId, list ?? [], nowOf(ctx), overlay)
        added.set(item, overlay)
      }),
    addedFor: (group) => group.flatMap((item) => added.get(item) ?? []),
    forget(group) {
      for (const item of group) added.delete(item)
    },
  }
}

/** Returns the cache that a transaction starts from. */
export const cacheOver = (added: readonly ProductCache[], products: ProductCache): ProductCache =>
  added.length === 0 ? products : allOf([...added, products])
