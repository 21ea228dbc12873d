import type { CreateTag, Tag } from '@rollcall/shared/api/tag.ts'
import type { QueryClient } from '@tanstack/react-query'
import { tagsOptions } from '../../../api/catalogs.ts'
import { request } from '../../../api/request.ts'

/** The id of the tag of a name, which is made where there is none; null for no name. */
export async function tagIdOf(queryClient: QueryClient, written: string): Promise<string | null> {
  const name = written.trim()
  if (name === '') return null
  const { items } = await queryClient.ensureQueryData(tagsOptions)
  const known = items.find((tag) => tag.name.toLowerCase() === name.toLowerCase())
  if (known) return known.id
  const json: CreateTag = { name, colour: null }
  const { id } = await request<Tag>('/api/v1/tags', { method: 'POST', json })
  await queryClient.invalidateQueries({ queryKey: ['tags'] })
  return id
}
