import { basename, dirname } from 'node:path/posix'
import { type Host, valueBytesMax } from '../../../platform/host.ts'
import { mapBounded } from '../../map-bounded.ts'
import { localFolders, type PasswdEntry } from '../../passwd.ts'
import { linesOf } from '../../text.ts'

/**
 * Returns for each account, by name, whether an SSH key may open it. An account is absent if that is not certain: its
 * home is on a network or belongs to another user, or sshd takes keys from elsewhere.
 */
export async function accountsWithKeys(host: Host, entries: readonly PasswdEntry[]): Promise<Map<string, boolean>> {
  const [isLocal, hasOtherKeys] = await Promise.all([localFolders(host), sshdHasOtherKeys(host)])
  const answers = await mapBounded(entries, 8, async ({ name, uid, home }) => {
    const hasKeys = /^\/[^/]/.test(home) && isLocal(home) ? await homeHasKeys(host, home, uid) : undefined
    return [name, hasKeys || !hasOtherKeys ? hasKeys : undefined] as const
  })
  return new Map(answers.flatMap(([name, hasKeys]) => (hasKeys === undefined ? [] : [[name, hasKeys]])))
}

/** Reads folders of the user and of root: sshd takes keys from no others. */
async function homeHasKeys(host: Host, home: string, uid: number): Promise<boolean | undefined> {
  const list = async (path: string) =>
    (await Promise.all([...new Set([uid, 0])].map((owner) => host.listFolder(path, owner)))).flat()
  if ((await list(`${home}/.ssh`)).some((file) => /^authorized_keys2?$/.test(file))) return true
  if ((await list(home)).length > 0) return false
  // An absent home has no keys. One of another user cannot be searched.
  return (await host.listFolder(dirname(home))).includes(basename(home)) ? undefined : false
}

const settingsFolder = '/etc/ssh/sshd_config.d'

/** Returns whether the settings of sshd name another source of keys than the homes (sshd_config(5)). */
async function sshdHasOtherKeys(host: Host): Promise<boolean> {
  const more = (await host.listFolder(settingsFolder)).map((name) => `${settingsFolder}/${name}`)
  const texts = await mapBounded(['/etc/ssh/sshd_config', ...more], 4, (path) => host.readFile(path, valueBytesMax))
  const values = texts.flatMap((text) =>
    linesOf(text ?? '').flatMap(
      (line) =>
        /^\s*(?:AuthorizedKeysCommand|AuthorizedKeysFile|TrustedUserCAKeys)[\s=]+(\S.*)$/i
          .exec(line)?.[1]
          ?.split(/\s+/) ?? [],
    ),
  )
  return values.some((value) => !/^(none|(%h\/)?\.ssh\/authorized_keys2?)?$/.test(value))
}
