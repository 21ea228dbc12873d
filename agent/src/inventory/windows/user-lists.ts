import { createHash } from 'node:crypto'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import type { Host } from '../../platform/host.ts'
import { isEntry } from '../loose-values.ts'
import type { RegistryReader } from './registry-reader.ts'

const profiles = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList'
/** A user can write any number of keys. A longer list is read only while its user is signed in. */
const listCharactersMax = 512 * 1024

/**
 * Reads a list of each user. Windows loads the registry of a user at the sign-in and unloads it at the sign-out, so the
 * list of a user who is signed out is that of an earlier run, until the profile is removed.
 */
export async function listsOfUsers<Item extends object>(
  registry: RegistryReader,
  host: Host,
  name: string,
  read: (sid: string) => Item[],
): Promise<Item[]> {
  const loaded = new Map(registry.users().map((sid) => [sid, read(sid)]))
  const withProfile = registry.keys(profiles)
  const short = [...loaded].filter(([, items]) => JSON.stringify(items).length <= listCharactersMax)
  const fingerprint = createHash('sha256').update(JSON.stringify({ withProfile, short })).digest('hex')
  const complete = async (earlier = '{}') => {
    const lists = new Map([...parseLists(earlier), ...short])
    return JSON.stringify(Object.fromEntries([...lists].filter(([sid]) => withProfile.includes(sid))))
  }
  const text = (await host.cached?.(`users-${name}`, fingerprint, complete)) ?? (await complete())
  const lists = new Map([...(parseLists(text) as Map<string, Item[]>), ...loaded])
  return [...lists].flatMap(([, items]) => items)
}

/** Returns no lists for a damaged text. */
function parseLists(text: string): Map<string, object[]> {
  const lists = parseJson(text)
  return new Map(
    Object.entries(isEntry(lists) ? lists : {}).map(([sid, items]) => [
      sid,
      Array.isArray(items) ? items.filter(isEntry) : [],
    ]),
  )
}
