import type { WindowsApi } from '../../../platform/windows/api.ts'
import { decodeServices } from '../../../platform/windows/service-status.ts'
import type { HardwarePart } from '../../parts.ts'
import type { OnCut, Source } from '../../source.ts'
import { upTo } from '../../up-to.ts'

const services = 'HKLM\\SYSTEM\\CurrentControlSet\\Services'
const servicesMax = 4096

const starts: Record<number, 'automatic' | 'manual' | 'disabled'> = {
  0: 'automatic',
  1: 'automatic',
  2: 'automatic',
  3: 'manual',
  4: 'disabled',
}

/**
 * Returns the program of a command line; its arguments may hold a secret. A path without quotes may have spaces. It
 * ends with the extension of a program, or else at the first space.
 */
export function programOf(commandLine: string | undefined): string | undefined {
  const command = commandLine?.trim() ?? ''
  const quoted = /^"([^"]*)"/.exec(command)?.[1]
  if (quoted !== undefined) return quoted.trim() || undefined
  const withExtension = /^(?:(?! [-/])[^"])*?\.(?:exe|com|bat|cmd|dll|sys|scr)(?=[\s",/]|$)/i.exec(command)?.[0]
  return withExtension ?? /^[^\s"]+/.exec(command)?.[0]
}

/** Reads the services without drivers; how they start is in the registry. */
export const windowsServices = (api: WindowsApi): Source<HardwarePart> => ({
  name: 'windows-services',
  reads: ['systemServices'],
  isAvailable: async () => true,
  collect: async (_host, onCut?: OnCut) => {
    const found = api
      .services()
      .flatMap(decodeServices)
      .filter(({ isOfUser }) => !isOfUser)
    return {
      systemServices: upTo(found, servicesMax, 'services', onCut).map(({ name, displayName, state }) => {
        const values = api.registry.values(`${services}\\${name}`)
        return {
          name,
          description: displayName,
          start: starts[values.number('Start') ?? -1],
          state,
          program: programOf(values.text('ImagePath')),
          user: values.text('ObjectName'),
        }
      }),
    }
  },
})
