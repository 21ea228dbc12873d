import type { QueryClient } from '@tanstack/react-query'
import { tags, tagsOptions } from '../../../api/catalogs.ts'

/** Returns the id of a tag by name, and creates it if needed; null for no name. */
export async function tagIdOf(queryClient: QueryClient, written: string): Promise<string | null> {
  const name = written.trim()
  if (name === '') return null
  const { items } = await queryClient.ensureQueryData(tagsOptions)
  const existing = items.find((tag) => tag.name.toLowerCase() === name.toLowerCase())
  if (existing) return existing.id
  const { id } = await tags.create({ name, colour: null })
  await queryClient.invalidateQueries({ queryKey: [tags.name] })
  return id
}
