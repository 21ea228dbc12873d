import { win32 } from 'node:path'

/** Default folder of the agent's keys and of the snapshots that wait to be sent. */
export const defaultStateDir = stateDirOf(process.platform)

function stateDirOf(platform: NodeJS.Platform): string {
  if (platform === 'win32') return win32.join(process.env['ProgramData'] ?? 'C:\\ProgramData', 'Rollcall', 'Agent')
  return platform === 'darwin' ? '/var/db/rollcall-agent' : '/var/lib/rollcall-agent'
}
