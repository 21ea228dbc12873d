import { runText } from '../../../platform/host.ts'
import type { HardwarePart, Volume } from '../../parts.ts'
import type { Source } from '../../source.ts'

/** Folder of the startup disk's other volumes, from macOS 10.15 on. */
const volumesFolder = '/System/Volumes'

/** Reads the state of FileVault with fdesetup(8). */
export const fileVault: Source<HardwarePart> = {
  name: 'filevault',
  reads: ['volumes.encryption'],
  isAvailable: (host) => host.hasProgram('fdesetup'),
  collect: async (host) => {
    const state = parseFileVault(await runText(host, 'fdesetup', ['status']))
    if (state === undefined) throw new Error('fdesetup printed no state')
    const encryption = { state, method: state === 'off' ? undefined : 'FileVault' }
    // FileVault encrypts the system and the data of the startup disk.
    const hasData = (await host.listFolder(volumesFolder)).includes('Data')
    const mounts = ['/', ...(hasData ? [`${volumesFolder}/Data`] : [])]
    return { volumes: mounts.map((mount) => ({ mount, encryption })) }
  },
}

type State = NonNullable<Volume['encryption']>['state']

/** Parses `FileVault is On.`, which `Encryption in progress: Percent completed = 12` may follow. */
export function parseFileVault(text: string): State | undefined {
  if (/^(En|De)cryption in progress/m.test(text)) return 'in-progress'
  const [, state] = /^FileVault is (On|Off)\b/m.exec(text) ?? []
  return state === undefined ? undefined : state === 'On' ? 'on' : 'off'
}
