import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'

/** Credentials for hosts. `credentials` is a file, or `-` for standard input. */
export type CredentialOptions = {
  snmpCommunity: string[]
  sshUser?: string
  sshKey?: string
  credentials?: string
  knownHostKeysOnly?: boolean
  stateDir: string
}

const stateDirDefault = join(homedir(), '.local', 'state', 'rollcall')

/**
 * Adds the credential options. Except for a community, no secret is an option: every user of the machine sees the
 * options of a process.
 */
export function addCredentialOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--snmp-community <community>', 'SNMP v2c community to try; may be given several times')
        .default([], 'public')
        .argParser((community: string, all: string[]): string[] => {
          if (community.length < 1 || community.length > 255) throw new InvalidArgumentError('1 to 255 characters.')
          return [...all, community]
        }),
    )
    .option('--ssh-user <name>', 'log in to Linux and macOS hosts as this user, with --ssh-key')
    .option('--ssh-key <file>', 'private key of --ssh-user without a passphrase')
    .option(
      '--credentials <file>',
      'further credentials: a JSON list of SNMP v1, v2c, v3 and SSH credentials as accepted by POST /api/v1/credentials; - reads standard input',
    )
    .option('--known-host-keys-only', 'log in by SSH only to hosts whose key is pinned in --state-dir')
    .addOption(
      new Option('--state-dir <dir>', 'folder for pinned SSH host keys and refused logins')
        .env('ROLLCALL_STATE_DIR')
        .default(stateDirDefault, '~/.local/state/rollcall')
        .argParser((text) => resolve(text)),
    )
    .hook('preAction', (_, command) => {
      const { sshUser, sshKey } = command.opts<CredentialOptions>()
      if ((sshUser === undefined) !== (sshKey === undefined))
        command.error('error: --ssh-user and --ssh-key must be given together')
    })
}
