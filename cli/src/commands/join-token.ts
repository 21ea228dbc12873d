import { join } from 'node:path'
import { packagesName } from '@rollcall/collector/operations/data-dir.ts'
import { type JoinTokenMade, joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { addressIn, isOfThisMachine, joinLine } from '@rollcall/shared/join-line.ts'
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
    .addOption(new Option('--for <part>', 'the part that may join').choices(joinKinds).makeOptionMandatory())
    .option('--site <id>', "site to join (default: the collector's first site)")
    .option('--uses <n>', 'number of times the token may be used', parseCount, 1)
    .option('--ttl <time>', 'validity from 1m to 365d, such as 15m or 7d (default: 1h)', parseDuration)
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
      if (!options.json) console.error(howToJoin(created, options.dataDir))
    })
}

/** Explains how a machine joins with a token, and what hinders it. */
export function howToJoin(
  { windowsInstallCommand, ...made }: Pick<JoinTokenMade, 'for' | 'token' | 'installCommand' | 'windowsInstallCommand'>,
  dataDir: string,
): string {
  const onLinux = howToJoinOnLinux(made, dataDir)
  return windowsInstallCommand === null
    ? onLinux
    : `${onLinux}\nTo install and join on a Windows machine: ${windowsInstallCommand}`
}

function howToJoinOnLinux(
  { for: part, token, installCommand }: Pick<JoinTokenMade, 'for' | 'token' | 'installCommand'>,
  dataDir: string,
): string {
  if (installCommand === null) {
    return [
      `To join on a Linux machine that has the package rollcall-${part}: ${joinLine(part, 'https://<collector>:8443', token)}`,
      `To include the package in the line, put rollcall-${part} of this release into ${join(dataDir, packagesName)} first`,
    ].join('\n')
  }
  const line = `To install and join on a Linux machine: ${installCommand}`
  const url = addressIn(installCommand)
  if (url === undefined || !isOfThisMachine(url)) return line
  return `${line}\nOther machines cannot reach ${url}: set ROLLCALL_PUBLIC_HOSTS to a name of this machine, restart the collector, and create another token`
}
