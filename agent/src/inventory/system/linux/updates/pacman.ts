import { linesOf } from '../../../text.ts'
import { queryLimits, type UpdateManager } from './manager.ts'

/** Arch. Its lists name no security updates. */
export const pacman: UpdateManager = {
  name: 'pacman',
  isAvailable: async (host) =>
    (await host.listFolder('/var/lib/pacman/sync')).some((name) => name.endsWith('.db')) &&
    (await host.hasProgram('pacman')),
  inputs: [
    { folder: '/var/lib/pacman/sync', suffix: '.db' },
    { folder: '/var/lib/pacman', suffix: 'local' },
  ],
  listsFile: { folder: '/var/lib/pacman/sync', suffix: '.db' },
  query: async (host) => {
    const { code, stdout, stderr } = await host.run('pacman', ['-Qu', '--color', 'never'], queryLimits)
    // 1 without an error: there are no updates.
    if (code === 0 || (code === 1 && stderr.trim() === '')) return stdout
    throw new Error(`pacman ended with ${code}: ${stderr.trim().split('\n')[0]}`)
  },
  parse: (text) =>
    linesOf(text).flatMap((line) => {
      // `linux 6.6.1-1 -> 6.6.2-1`; those that the configuration holds back end in `[ignored]`.
      const [, name, version] = /^(\S+) \S+ -> (\S+)/.exec(line) ?? []
      return name === undefined || version === undefined ? [] : { name, version }
    }),
}
