import { runText } from '../../../../platform/host.ts'
import { linesOf } from '../../../text.ts'
import { queryLimits, type UpdateManager } from './manager.ts'

const listsFolder = '/var/lib/apt/lists'

/** Debian and its derivatives. The program takes no lock for a list. */
export const apt: UpdateManager = {
  name: 'apt',
  isAvailable: async (host) =>
    (await host.listFolder(listsFolder)).some((name) => name.includes('_Packages')) && (await host.hasProgram('apt')),
  inputs: [
    { folder: listsFolder, suffix: '' },
    { folder: '/var/lib/dpkg', suffix: 'status' },
    { folder: '/etc/apt', suffix: '' },
    { folder: '/etc/apt/apt.conf.d', suffix: '' },
    { folder: '/etc/apt/preferences.d', suffix: '' },
    { folder: '/etc/apt/sources.list.d', suffix: '' },
  ],
  // Lists have the dates of their server; this folder changes with each download.
  listsFile: { folder: listsFolder, suffix: 'partial' },
  query: (host) => runText(host, 'apt', ['list', '--upgradable'], queryLimits),
  parse: (text) =>
    linesOf(text).flatMap((line) => {
      // `bash/stable-security,now 5.2.15-2+b8 amd64 [upgradable from: 5.2.15-2+b7]`
      const [, name, suites = '', version] = /^([^/\s]+)\/(\S+) (\S+) \S+ \[upgradable from: /.exec(line) ?? []
      return name === undefined || version === undefined
        ? []
        : { name, version, isSecurity: suites.split(',').some((suite) => suite.endsWith('-security')) }
    }),
}
