import { win32 } from 'node:path'

/** Default folder of the agent's keys and of the snapshots that wait to be sent. */
export const defaultStateDir =
  process.platform === 'win32'
    ? win32.join(process.env['ProgramData'] ?? 'C:\\ProgramData', 'Rollcall', 'Agent')
    : '/var/lib/rollcall-agent'
