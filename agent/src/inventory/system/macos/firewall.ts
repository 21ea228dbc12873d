import { runText } from '../../../platform/host.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'

const program = '/usr/libexec/ApplicationFirewall/socketfilterfw'

/** Reads the state of the application firewall. */
export const macosFirewall: Source<HardwarePart> = {
  name: 'macos-firewall',
  reads: ['security.firewalls'],
  isAvailable: (host) => host.hasProgram(program),
  collect: async (host) => {
    const text = await runText(host, program, ['--getglobalstate'])
    // `Firewall is enabled. (State = 1)`; 2 blocks all incoming connections.
    const [, state] = /\(State = ([012])\)/.exec(text) ?? []
    if (state === undefined) throw new Error('socketfilterfw printed no state')
    return { security: { firewalls: [{ name: 'Application Firewall', state: state === '0' ? 'off' : 'on' }] } }
  },
}
