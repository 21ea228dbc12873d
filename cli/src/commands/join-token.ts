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
    .description('tokens with which Audit Services and agents join')
    .command('create')
    .description('make a join token; it is shown this once')
    .addOption(new Option('--for <part>', 'what may join with it').choices(joinKinds).makeOptionMandatory())
    .option('--site <id>', "site it joins (default: the collector's first site)")
    .option('--uses <n>', 'how many may join with it', parseCount, 1)
    .option('--ttl <time>', 'how long it is good, such as 15m or 7d (default: 1h)', parseDuration)
    .option('--tag <name>', 'tag for what joins with it')
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
    })
}
