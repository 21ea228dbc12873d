import { runText } from '../../../../platform/host.ts'
import { linesOf } from '../../../text.ts'
import { queryLimits, type UpdateManager } from './manager.ts'

/** Alpine. Its lists name no security updates. */
export const apk: UpdateManager = {
  name: 'apk',
  isAvailable: async (host) =>
    (await host.listFolder('/var/cache/apk')).some((name) => name.startsWith('APKINDEX')) &&
    (await host.hasProgram('apk')),
  inputs: [
    { folder: '/var/cache/apk', suffix: '' },
    { folder: '/lib/apk/db', suffix: 'installed' },
    { folder: '/usr/lib/apk/db', suffix: 'installed' },
  ],
  listsFile: { folder: '/var/cache/apk', suffix: '.tar.gz' },
  query: (host) => runText(host, 'apk', ['--no-network', 'version', '-l', '<'], queryLimits),
  parse: (text) =>
    linesOf(text).flatMap((line) => {
      // `musl-1.2.4-r1          < 1.2.4-r2`
      const [, name, version] = /^(\S+)-\d[^-\s]*-r\d+\s+<\s+(\S+)/.exec(line) ?? []
      return name === undefined || version === undefined ? [] : { name, version }
    }),
}
