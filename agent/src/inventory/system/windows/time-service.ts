import type { HardwarePart } from '../../parts.ts'
import { upTo } from '../../up-to.ts'
import { registrySource } from '../../windows/registry-source.ts'

const service = 'HKLM\\SYSTEM\\CurrentControlSet\\Services\\W32Time'
const policy = 'HKLM\\SOFTWARE\\Policies\\Microsoft\\W32Time\\Parameters'
const disabledService = 4
const serversMax = 32

/** Reads the settings of the Windows Time service. Group policy overrides the local setting. */
export const windowsTime = registrySource(
  'windows-time',
  ['security.timeSync'],
  (registry, _host, onCut): HardwarePart => {
    const [ruled, own] = [registry.values(policy), registry.values(`${service}\\Parameters`)]
    const start = registry.values(service).number('Start')
    const type = ruled.text('Type') ?? own.text('Type')
    if (type === undefined && start === undefined) return {}
    const isOff = start === disabledService || /^NoSync$/i.test(type ?? '')
    // With NT5DS, the domain controllers are the servers, and this list is not used.
    const usesServers = /^(NTP|AllSync)$/i.test(type ?? '')
    const servers = usesServers ? (ruled.text('NtpServer') ?? own.text('NtpServer') ?? '') : ''
    // Flags may follow a name: `time.windows.com,0x9`.
    const names = servers.split(/\s+/).flatMap((server) => server.split(',')[0] || [])
    return {
      security: {
        timeSync: {
          service: 'w32time',
          state: isOff ? 'off' : 'on',
          servers: upTo(names, serversMax, 'time servers', onCut),
        },
      },
    }
  },
)
