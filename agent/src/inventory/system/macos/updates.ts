import { entriesIn, isEntry, textIn, timeIn } from '../../loose-values.ts'
import type { HardwarePart } from '../../parts.ts'
import { readPlist } from '../../plist/plist.ts'
import type { Source } from '../../source.ts'

const path = '/Library/Preferences/com.apple.SoftwareUpdate.plist'
/** Times of searches for updates, by the version of macOS. */
const searches = ['LastFullSuccessfulDate', 'LastSuccessfulDate', 'LastBackgroundSuccessfulDate']

/** Reads the updates that Software Update found last. It asks no server. */
export const macosUpdates: Source<HardwarePart> = {
  name: 'macos-updates',
  reads: ['os.pendingUpdates'],
  isAvailable: async (host) => isEntry(await readPlist(host, path)),
  collect: async (host) => {
    const state = await readPlist(host, path)
    if (!isEntry(state)) return {}
    const listsFrom = searches
      .flatMap((name) => timeIn(state, name) ?? [])
      .sort()
      .at(-1)
    // Without a search, an empty list says nothing.
    if (listsFrom === undefined) return {}
    const updates = entriesIn(state, 'RecommendedUpdates').flatMap((update) => {
      const name = textIn(update, 'Display Name') ?? textIn(update, 'Identifier')
      if (name === undefined) return []
      const isSecurity = /\bsecurity (update|response|improvement)/i.test(name)
      return { name, version: textIn(update, 'Display Version'), ...(isSecurity && { isSecurity }) }
    })
    return { os: { pendingUpdates: { listsFrom, updates } } }
  },
}
