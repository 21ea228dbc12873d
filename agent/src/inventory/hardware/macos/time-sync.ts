import { runText, valueBytesMax } from '../../../platform/host.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { linesOf } from '../../text.ts'

const serversMax = 32

/** Reads whether the clock follows network time, with systemsetup(8), and from which servers. */
export const macosTimeSync: Source<HardwarePart> = {
  name: 'macos-time',
  isAvailable: (host) => host.hasProgram('systemsetup'),
  collect: async (host) => {
    const [state, configuration = ''] = await Promise.all([
      runText(host, 'systemsetup', ['-getusingnetworktime'], { asRoot: true }),
      host.readFile('/etc/ntp.conf', valueBytesMax),
    ])
    // Without root, it prints a remark and still ends with 0.
    const [, isOn] = /^Network Time: (On|Off)$/m.exec(state) ?? []
    const servers = linesOf(configuration).flatMap((line) => /^server\s+(\S+)/.exec(line)?.[1] ?? [])
    return {
      security: {
        timeSync: {
          service: 'timed',
          state: isOn === undefined ? undefined : isOn === 'On' ? 'on' : 'off',
          servers: servers.slice(0, serversMax),
        },
      },
    }
  },
}
