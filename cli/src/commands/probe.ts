import { type Command, InvalidArgumentError, Option } from 'commander'
import { addCredentialOptions } from '../credential-options.ts'
import type { ProbeCommandOptions } from './probe-host.ts'

const ofLiveHosts = ['record', 'port', 'osDetection', 'snmpCommunity', 'sshUser', 'sshKey', 'credentials'] as const

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) throw new InvalidArgumentError('a port from 1 to 65535.')
  return port
}

export function addProbeCommand(program: Command): void {
  addCredentialOptions(
    program
      .command('probe')
      .description('audit one host with all probes of a scan, or read a recording of a host, and print the observation')
      .argument('[host]', 'address or DNS name'),
  )
    .option('--port <n>', 'SNMP port', parsePort, 161)
    .option('--os-detection', 'also let nmap detect versions and guess the operating system')
    .option('--record <file>', 'write a recording of the SNMP answers')
    .addOption(new Option('--recording <file>', 'read this recording instead of a host').conflicts([...ofLiveHosts]))
    .option('--json', 'print the whole observation')
    .action(async (host: string | undefined, options: ProbeCommandOptions, command: Command) => {
      if ((host === undefined) === (options.recording === undefined)) {
        command.error('error: name a host, or a file with --recording')
      }
      const { runProbe } = await import('./run-probe.ts')
      await runProbe(host, options)
    })
}
