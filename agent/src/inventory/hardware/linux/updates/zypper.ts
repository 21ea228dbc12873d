import { runText } from '../../../../platform/host.ts'
import { linesOf } from '../../../text.ts'
import { queryLimits, type UpdateManager } from './manager.ts'

/** SUSE. The variable keeps zypper from taking the lock of an administrator's zypper. */
export const zypper: UpdateManager = {
  name: 'zypper',
  isAvailable: async (host) =>
    (await host.listFolder('/var/cache/zypp/solv')).length > 0 && (await host.hasProgram('zypper')),
  inputs: [
    { folder: '/var/cache/zypp/solv', suffix: '' },
    { folder: '/var/cache/zypp/raw', suffix: '' },
    { folder: '/usr/lib/sysimage/rpm', suffix: '' },
    { folder: '/var/lib/rpm', suffix: '' },
  ],
  listsFile: { folder: '/var/cache/zypp', suffix: 'raw' },
  query: (host) =>
    runText(
      host,
      'env',
      ['ZYPP_READONLY_HACK=1', 'zypper', '--non-interactive', '--no-refresh', '--quiet', 'list-updates'],
      queryLimits,
    ),
  parse: (text) =>
    linesOf(text).flatMap((line) => {
      // `v | repository | name | installed | available | architecture`
      const [status, repository = '', name, , version] = line.split('|').map((cell) => cell.trim())
      if (status !== 'v' || !name || !version) return []
      return { name, version, isSecurity: /security|update-sle/i.test(repository) || undefined }
    }),
}
