import { valueBytesMax } from '../../../platform/host.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { linesOf } from '../../text.ts'
import { upTo } from '../../up-to.ts'

const serversMax = 32
const limits = { timeoutMs: 10_000, outputBytesMax: 64 * 1024, asRoot: true }

/** Reads whether the clock follows network time, with systemsetup(8), and from which servers. */
export const macosTimeSync: Source<HardwarePart> = {
  name: 'macos-time',
  reads: ['security.timeSync'],
  isAvailable: (host) => host.hasProgram('systemsetup'),
  collect: async (host, onCut) => {
    const [{ stdout }, configuration = ''] = await Promise.all([
      host.run('systemsetup', ['-getusingnetworktime'], limits),
      host.readFile('/etc/ntp.conf', valueBytesMax),
    ])
    // Without root, it prints only a remark. The servers are readable to all.
    const [, isOn] = /^Network Time: (On|Off)$/m.exec(stdout) ?? []
    const servers = linesOf(configuration).flatMap((line) => /^server\s+(\S+)/.exec(line)?.[1] ?? [])
    return {
      security: {
        timeSync: {
          service: 'timed',
          state: isOn === undefined ? undefined : isOn === 'On' ? 'on' : 'off',
          servers: upTo(servers, serversMax, 'time servers', onCut),
        },
      },
    }
  },
}
