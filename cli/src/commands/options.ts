import { resolve } from 'node:path'
import { Option } from 'commander'
import { defaultDataDir } from '../project.ts'

/** Option for the collector's data directory. */
export const dataDirOption = () =>
  new Option('--data-dir <dir>', "the collector's data directory")
    .env('ROLLCALL_DATA_DIR')
    .default(defaultDataDir, '.rollcall in the current folder')
    .argParser((text) => resolve(text))

/** Option for the state directory of a part that joins: its keys and its spool. */
export const stateDirOption = (fallback: string, variable: string) =>
  new Option('--state-dir <dir>', 'folder for keys and for data that waits to be sent')
    .env(variable)
    .default(fallback)
    .argParser((text) => resolve(text))

export const jsonOption = () => new Option('--json', 'print machine-readable output')

/** Hidden option that `rollcall up` sets, because its collector may listen elsewhere than at the join. */
export const addressOption = (flag: '--nats-url' | '--url') => new Option(`${flag} <url>`).hideHelp()

/** Hidden option that `rollcall up` sets for its children. */
export const parentOption = () => new Option('--stop-on-stdin-end').hideHelp()
