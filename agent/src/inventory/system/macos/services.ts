import { type Host, runText } from '../../../platform/host.ts'
import { type Entry, isEntry, textIn, textsIn } from '../../loose-values.ts'
import type { HardwarePart, SystemService } from '../../parts.ts'
import { readPlists } from '../../plist/plist.ts'
import type { Source } from '../../source.ts'
import { linesOf } from '../../text.ts'
import { upTo } from '../../up-to.ts'

const folder = '/Library/LaunchDaemons'
/** Services that were enabled or disabled with launchctl(1). */
const overrides = '/var/db/com.apple.xpc.launchd/disabled.plist'
const servicesMax = 1024

/** Lists launchd's services (launchd.plist(5)) that were added to macOS. Its own are the same on each Mac. */
export const macosServices: Source<HardwarePart> = {
  name: 'launchd',
  reads: ['systemServices'],
  isAvailable: async (host) => (await host.listFolder(folder)).length > 0,
  collect: async (host, onCut) => {
    const files = (await host.listFolder(folder)).filter((name) => name.endsWith('.plist'))
    const paths = upTo(files, servicesMax, 'services', onCut).map((name) => `${folder}/${name}`)
    const [states, [disabled = {}], jobs] = await Promise.all([
      readStates(host),
      readPlists(host, [overrides], onCut),
      readPlists(host, paths, onCut),
    ])
    return { systemServices: jobs.flatMap((job) => serviceOf(job, states, disabled)) }
  },
}

/** Returns the state of each running or loaded service. Only root sees those of the system. */
async function readStates(host: Host): Promise<Map<string, SystemService['state']>> {
  const lines = linesOf(await runText(host, 'launchctl', ['list'], { asRoot: true }))
  return new Map(
    // `PID`, `Status` and `Label`. A status is the exit code, or the negative number of a signal.
    lines.flatMap((line): [string, SystemService['state']][] => {
      const [, pid = '', status = '', label = ''] = /^(-|\d+)\t(-?\d+)\t(.+)$/.exec(line) ?? []
      if (label === '') return []
      return [[label, pid !== '-' ? 'running' : status === '0' ? 'stopped' : 'failed']]
    }),
  )
}

function serviceOf(job: Entry, states: ReadonlyMap<string, SystemService['state']>, disabled: Entry): SystemService[] {
  const name = textIn(job, 'Label')
  if (name === undefined) return []
  const isDisabled = disabled[name] ?? job['Disabled']
  const keepsAlive = job['KeepAlive'] === true || isEntry(job['KeepAlive'])
  const isAutomatic = job['RunAtLoad'] === true || keepsAlive
  return [
    {
      name,
      start: isDisabled === true ? 'disabled' : isAutomatic ? 'automatic' : 'manual',
      state: states.get(name),
      program: textIn(job, 'Program') ?? textsIn(job, 'ProgramArguments')[0],
      user: textIn(job, 'UserName'),
    },
  ]
}
