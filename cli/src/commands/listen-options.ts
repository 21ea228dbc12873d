import { parsePublicHost } from '@rollcall/collector/operations/public-hosts.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'

/** Parses a port for the collector; 0 lets the system choose. */
function parsePort(text: string): string {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('a port from 0 to 65535.')
  return text
}

function checkPublicHost(text: string): string {
  if (!parsePublicHost(text)) throw new InvalidArgumentError('a host name or an address, with or without a port.')
  return text
}

/** Adds the collector's listen options; the defaults are in its configuration. */
export const addListenOptions = (command: Command): Command =>
  command
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <n>', 'HTTPS port (default: 8443)', parsePort)
    .option('--nats-port <n>', 'port of the embedded NATS server (default: 4222)', parsePort)
    .addOption(
      new Option(
        '--public-host <name>',
        'name or address at which parts reach the collector, with its port if that differs; may be given several times',
      )
        .argParser((name: string, all: string[]) => [...all, checkPublicHost(name)])
        .default([], 'the names and addresses of this machine'),
    )
