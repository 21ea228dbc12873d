import type { SnmpCredential } from '@rollcall/shared/messages/credential.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'

export type SnmpOptions = { snmpCommunity: SnmpCredential[] }

/** `--snmp-community C`, several times, tried in their order. */
export function addSnmpOptions(command: Command): Command {
  return command.addOption(
    new Option('--snmp-community <community>', 'SNMP v2c community to try, several times')
      .default([], 'public')
      .argParser((community: string, all: SnmpCredential[]): SnmpCredential[] => {
        if (community.length < 1 || community.length > 255) throw new InvalidArgumentError('1 to 255 characters.')
        return [...all, { kind: 'snmp-community', version: 'v2c', community }]
      }),
  )
}
