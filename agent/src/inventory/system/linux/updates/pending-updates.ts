import type { Host } from '../../../../platform/host.ts'
import { cachedByFiles } from '../../../cached-by-times.ts'
import type { HardwarePart } from '../../../parts.ts'
import type { Source } from '../../../source.ts'
import { byText, timeOfSeconds } from '../../../text.ts'
import { upTo } from '../../../up-to.ts'
import { apk } from './apk.ts'
import { apt } from './apt.ts'
import { dnf } from './dnf.ts'
import type { Update, UpdateManager } from './manager.ts'
import { pacman } from './pacman.ts'
import { needsRestart } from './restart.ts'
import { zypper } from './zypper.ts'

const managers: readonly UpdateManager[] = [apt, zypper, dnf, apk, pacman]
const updatesMax = 10_000

/**
 * Lists the updates that the package manager would install, from its own lists. The agent asks again only if the lists
 * or the installed packages have changed since its last run.
 */
export const pendingUpdates: Source<HardwarePart> = {
  name: 'pending-updates',
  reads: ['os.pendingUpdates'],
  // A package manager compares all its lists with all packages.
  timeoutMs: 60_000,
  isAvailable: async () => true,
  collect: async (host, onCut) => {
    const [restart, manager] = await Promise.all([needsRestart(host), managerOf(host)])
    const details = manager && (await readUpdates(host, manager))
    if (restart === undefined && details === undefined) return {}
    return {
      os: {
        pendingUpdates: {
          needsRestart: restart,
          ...details,
          ...(details && { updates: upTo(details.updates, updatesMax, 'updates', onCut) }),
        },
      },
    }
  },
}

async function managerOf(host: Host): Promise<UpdateManager | undefined> {
  const present = await Promise.all(managers.map((manager) => manager.isAvailable(host)))
  return managers.find((_, index) => present[index])
}

async function readUpdates(host: Host, { name, inputs, listsFile, query, parse }: UpdateManager) {
  const [text, listTimes] = await Promise.all([
    cachedByFiles(host, `updates-${name}`, { files: inputs }, () => query(host)),
    host.modifiedTimes(listsFile.folder, listsFile.suffix),
  ])
  return { listsFrom: timeOfSeconds(`${Math.max(0, ...listTimes.values())}`), updates: sortUpdates(parse(text)) }
}

/** Sorts by name and version, as the collector stores the list; NUL sorts before every character of a name. */
const sortUpdates = (updates: Update[]): Update[] =>
  updates.sort((left, right) => byText(sortKey(left), sortKey(right)))

const sortKey = ({ name, version = '' }: Update): string => `${name}\0${version}`
