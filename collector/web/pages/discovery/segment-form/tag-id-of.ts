import type { QueryClient } from '@tanstack/react-query'
import { tags, tagsOptions } from '../../../api/catalogs.ts'

/** Returns the id of a tag by name, and creates it if needed; null for no name. */
export async function tagIdOf(queryClient: QueryClient, written: string): Promise<string | null> {
  const name = written.trim()
  if (name === '') return null
  const { items } = await queryClient.ensureQueryData(tagsOptions)
  const known = items.find((tag) => tag.name.toLowerCase() === name.toLowerCase())
  if (known) return known.id
  const { id } = await tags.create({ name, colour: null })
  await queryClient.invalidateQueries({ queryKey: [tags.name] })
  return id
}
