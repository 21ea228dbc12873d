import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { joinKinds } from '@rollcall/shared/messages/join-kind.ts'
import { type Command, Option } from 'commander'
import { parseCount, parseDuration } from '../duration.ts'
import { dataDirOption, jsonOption } from './options.ts'

type Options = {
  for: string
  site?: string
  uses: number
  ttl?: number
  tag?: string
  dataDir: string
  json?: boolean
}

export function addJoinTokenCommands(program: Command): void {
  program
    .command('join-token')
    .description('join tokens of Audit Services and agents')
    .command('create')
    .description('create a join token; it is shown only once')
    .addOption(new Option('--for <part>', 'the component that may join').choices(joinKinds).makeOptionMandatory())
    .option('--site <id>', "site to join (default: the collector's first site)")
    .option('--uses <n>', 'number of times the token may be used', parseCount, 1)
    .option('--ttl <time>', 'validity, such as 15m or 7d (default: 1h)', parseDuration)
    .option('--tag <name>', 'tag for devices of agents that join')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (options: Options) => {
      const { localApi } = await import('../local-api.ts')
      const { print } = await import('../output.ts')
      const created = await localApi(options.dataDir)(
        {
          method: 'POST',
          path: '/api/v1/join-tokens',
          siteId: options.site,
          body: {
            for: options.for,
            uses: options.uses,
            ttlSeconds: options.ttl ?? 3600,
            ...(options.tag ? { tag: options.tag } : {}),
          },
        },
        joinTokenSchema,
      )
      print(options.json, created, () => created.token)
      if (!options.json && created.installCommand !== null) {
        console.error(`To install and join on a Linux machine: ${created.installCommand}`)
      }
    })
}
