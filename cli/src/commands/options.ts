import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'

/** Where a collector keeps all it has. */
export const dataDirOption = () =>
  new Option('--data-dir <dir>', "the collector's data directory")
    .env('ROLLCALL_DATA_DIR')
    .default(resolve('.rollcall'), '.rollcall in the current folder')
    .argParser((text) => resolve(text))

/** A port as it is handed on to the collector; 0 lets the system choose. */
export function parsePort(text: string): string {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('a port from 0 to 65535.')
  return text
}

/** Set by `rollcall up` for its children. */
export const parentOption = () => new Option('--stop-on-stdin-end').hideHelp()
