import { readFile } from 'node:fs/promises'
import { digestOf } from './dcz.ts'

// Dictionaries of the product: what many software lists contain, for a snapshot that differs from no earlier one. Both
// sides name them by their hash. `scripts/software-dictionary.mjs` wrote them.

/** All released dictionaries, the newest last. Collectors keep the old ones for agents of earlier releases. */
const files = [new URL('./software-1.dictionary', import.meta.url)]

type Dictionary = { digest: Buffer; bytes: Buffer }
let loaded: Promise<Dictionary[]> | undefined

function loadAll(): Promise<Dictionary[]> {
  loaded ??= Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      return { digest: digestOf(bytes), bytes }
    }),
  )
  return loaded
}

export async function newestDictionary(): Promise<Dictionary> {
  const newest = (await loadAll()).at(-1)
  if (!newest) throw new Error('the product has no dictionary')
  return newest
}

/** Returns the dictionary with this SHA-256; undefined if it is not one of the product. */
export async function dictionaryOfProduct(digest: Buffer): Promise<Buffer | undefined> {
  return (await loadAll()).find((dictionary) => dictionary.digest.equals(digest))?.bytes
}
