import { capabilities, createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'

type Options = {
  name: string
  capability: string[]
  expires?: string
  disabled?: boolean
  site: string[]
  dataDir: string
  json?: boolean
}

const collect = (value: string, all: string[]) => [...all, value]

function parseTime(text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('a time such as 2027-01-31 or 2027-01-31T12:00:00Z.')
  return time.toISOString()
}

export function addAppRegistrationCommands(program: Command): void {
  const group = program.command('app-registration').description('API clients of the running collector')
  group
    .command('create')
    .description('create an App registration; its Client secret is shown only once')
    .requiredOption('--name <name>', 'name, shown in the change log')
    .addOption(
      new Option('--capability <capability>', 'may be given several times')
        .choices(capabilities)
        .argParser(chooseCapability)
        .default([], 'none: read only'),
    )
    .option('--expires <time>', 'expiration date (default: never)', parseTime)
    .option('--disabled', 'create it disabled')
    .addOption(
      new Option('--site <id>', 'may be given several times; the first one is the current site of the registration')
        .argParser(collect)
        .default([], "the collector's first site"),
    )
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (options: Options) => {
      const { localApi } = await import('../local-api.ts')
      const { print } = await import('../output.ts')
      const created = await localApi(options.dataDir)(
        {
          method: 'POST',
          path: '/api/v1/app-registrations',
          body: {
            name: options.name,
            enabled: !options.disabled,
            capabilities: options.capability,
            expiresAt: options.expires ?? null,
            ...(options.site.length > 0 ? { siteIds: options.site } : {}),
          },
        },
        createdAppRegistrationSchema,
      )
      print(options.json, created, () =>
        [
          `Client ID      ${created.clientId}`,
          `Client secret  ${created.clientSecret}`,
          'The secret is not shown again; if it is lost, replace it in Settings, App registrations.',
        ].join('\n'),
      )
    })
}

function chooseCapability(value: string, chosen: string[]): string[] {
  if (!capabilities.some((each) => each === value)) {
    throw new InvalidArgumentError(`one of ${capabilities.join(', ')}.`)
  }
  return [...chosen, value]
}
