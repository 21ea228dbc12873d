import { resolve } from 'node:path'
import { Option } from 'commander'

/** Where a collector keeps all it has. */
export const dataDirOption = () =>
  new Option('--data-dir <dir>', "the collector's data directory")
    .env('ROLLCALL_DATA_DIR')
    .default(resolve('.rollcall'), '.rollcall in the current folder')
    .argParser((text) => resolve(text))

/** Set by `rollcall up` for its children. */
export const parentOption = () => new Option('--stop-on-stdin-end').hideHelp()
