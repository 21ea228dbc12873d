import { createKnown, type Known } from '../../lib/cache.ts'
import type { ProductRef } from './products.ts'

/** About 20 MB in all. */
const productsMax = 100_000

/**
 * Products that were found, by the site and what the catalog is keyed by, so that a device which has what others have is
 * stored without a look at the catalog. A product keeps its number, and goes only where it was never installed: then
 * the transaction that counts its first installation is refused, and begun again without what is known.
 */
export type KnownProducts = Known<ProductRef>

export const createKnownProducts = (max = productsMax) => createKnown<ProductRef>(max)
