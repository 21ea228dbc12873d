import type { Antivirus, HardwarePart } from '../../parts.ts'
import { upTo } from '../../up-to.ts'
import type { RegistryReader } from '../../windows/registry-reader.ts'
import { registrySource } from '../../windows/registry-source.ts'
import { filetimeOf } from '../../windows/registry-times.ts'

const center = 'HKLM\\SOFTWARE\\Microsoft\\Security Center\\Provider\\Av'
const defender = 'HKLM\\SOFTWARE\\Microsoft\\Windows Defender'
const defenderPolicy = 'HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows Defender'
const defenderService = 'HKLM\\SYSTEM\\CurrentControlSet\\Services\\WinDefend'
const disabledService = 4
const programsMax = 32

/** Lists the programs that are registered with the Security Center of Windows clients, and Microsoft Defender. */
export const windowsAntivirus = registrySource(
  'windows-antivirus',
  ['security.antivirus'],
  (registry, _host, onCut): HardwarePart => {
    const registered = registry.keys(center).flatMap((key) => programOf(registry, `${center}\\${key}`))
    const own = defenderOf(registry)
    const others = registered.filter(({ isDefender }) => !isDefender)
    const inCenter = registered.find(({ isDefender }) => isDefender)
    const all = [...others, ...(own ? [{ ...own, ...inCenter }] : inCenter ? [inCenter] : [])]
    const listed = upTo(all, programsMax, 'programs', onCut)
    return { security: { antivirus: listed.map(({ isDefender, ...program }) => program) } }
  },
)

type Found = Antivirus & { isDefender?: boolean }

/** The state has a byte for the scanner (0x10 runs) and one for the signatures (0x10 are too old). */
function programOf(registry: RegistryReader, path: string): Found[] {
  const values = registry.values(path)
  const name = values.text('DISPLAYNAME')
  if (name === undefined) return []
  const state = values.number('STATE')
  return [
    {
      name,
      isDefender:
        /windowsdefender:/i.test(values.text('PRODUCTEXE') ?? '') || /^(Windows|Microsoft) Defender\b/i.test(name),
      ...(state !== undefined && {
        state: ((state >> 8) & 0xf0) === 0x10 ? 'on' : 'off',
        isUpToDate: (state & 0xf0) === 0,
      }),
    },
  ]
}

/** Reads Defender's own keys; undefined on a system that does not have it. */
function defenderOf(registry: RegistryReader): Found | undefined {
  const service = registry.values(defenderService)
  const settings = registry.values(defender)
  const location = settings.text('InstallLocation')
  if (service.names().length === 0 && location === undefined) return undefined
  const policy = registry.values(defenderPolicy)
  const protection = registry.values(`${defender}\\Real-Time Protection`)
  const signatures = registry.values(`${defender}\\Signature Updates`)
  const isOff =
    service.number('Start') === disabledService ||
    [settings, policy].some(
      (values) => values.number('DisableAntiSpyware') === 1 || values.number('DisableAntiVirus') === 1,
    ) ||
    settings.number('PassiveMode') === 1 ||
    protection.number('DisableRealtimeMonitoring') === 1
  return {
    name: 'Microsoft Defender Antivirus',
    isDefender: true,
    // `C:\ProgramData\Microsoft\Windows Defender\Platform\4.18.24090.11-0\`
    version: /\\Platform\\(\d+(?:\.\d+)+)/.exec(location ?? '')?.[1],
    state: isOff ? 'off' : 'on',
    signaturesFrom: filetimeOf(signatures, 'AVSignatureApplied') ?? filetimeOf(signatures, 'SignaturesLastUpdated'),
  }
}
