/**
 * Files and folders that are written whenever a source of software has something new, by the name of the source. A star
 * matches within one segment. A file that mere reading may write, such as the journal of a database, is not among them:
 * the run that follows a change would look like another change. Folders of users and of /opt are left to the hourly run,
 * because asking for them can mount or hang a file system of the network.
 */
export const linuxDatabases: Readonly<Record<string, readonly string[]>> = {
  dpkg: ['/var/lib/dpkg/status'],
  rpm: ['/usr/lib/sysimage/rpm', '/var/lib/rpm'].flatMap((folder) => [
    `${folder}/rpmdb.sqlite`,
    `${folder}/Packages.db`,
    `${folder}/Packages`,
  ]),
  apk: ['/lib/apk/db/installed', '/usr/lib/apk/db/installed'],
  opkg: ['/usr/lib/opkg/status'],
  pacman: ['/var/lib/pacman/local'],
  flatpak: ['/var/lib/flatpak/.changed'],
  snap: ['/var/lib/snapd/snaps'],
  nix: [
    '/nix/var/nix/profiles',
    '/nix/var/nix/profiles/per-user/root',
    '/root/.local/state/nix/profiles',
    '/run/current-system',
  ],
  homebrew: ['/home/linuxbrew/.linuxbrew/var/homebrew/linked', '/usr/local/var/homebrew/linked'],
  pip: [
    '/usr/local/lib/python*/dist-packages',
    '/usr/local/lib/python*/site-packages',
    '/usr/local/lib64/python*/site-packages',
    '/usr/lib/python*/site-packages',
    '/usr/lib64/python*/site-packages',
  ],
  npm: ['/usr/lib/node_modules', '/usr/local/lib/node_modules'].flatMap((folder) => [folder, `${folder}/@*`]),
  gem: [
    '/var/lib/gems/*/specifications',
    '/usr/local/lib/ruby/gems/*/specifications',
    '/usr/local/share/gems/specifications',
    '/usr/local/bundle/specifications',
    '/usr/lib/ruby/gems/*/specifications',
  ],
  cargo: ['/usr/local/cargo/.crates2.json'],
  go: ['/usr/local/bin'],
}

export const macosDatabases: Readonly<Record<string, readonly string[]>> = {
  system_profiler: ['/Applications', '/Applications/Utilities'],
  pkgutil: ['/var/db/receipts', '/Library/Apple/System/Library/Receipts', '/Library/Receipts/InstallHistory.plist'],
  'configuration-profiles': ['/var/db/ConfigurationProfiles/Store'],
  homebrew: ['/opt/homebrew/var/homebrew/linked', '/usr/local/var/homebrew/linked'],
}

const currentVersion = 'Microsoft\\Windows\\CurrentVersion'

/**
 * Keys of Windows' registry below which a source has something new, by the name of the source: `machine` below HKLM,
 * `user` below the key of each loaded user in HKU.
 */
export const windowsKeys: Readonly<Record<string, { machine: readonly string[]; user: readonly string[] }>> = {
  'uninstall-keys': {
    machine: [
      `SOFTWARE\\${currentVersion}\\Uninstall`,
      `SOFTWARE\\WOW6432Node\\${currentVersion}\\Uninstall`,
      `SOFTWARE\\${currentVersion}\\Installer\\UserData`,
    ],
    user: [`\\SOFTWARE\\${currentVersion}\\Uninstall`, `\\SOFTWARE\\WOW6432Node\\${currentVersion}\\Uninstall`],
  },
  'windows-updates': { machine: [`SOFTWARE\\${currentVersion}\\Component Based Servicing\\Packages`], user: [] },
  'store-packages': {
    machine: [`SOFTWARE\\${currentVersion}\\Appx\\AppxAllUserStore`],
    user: [`_Classes\\Local Settings\\Software\\${currentVersion}\\AppModel\\Repository\\Packages`],
  },
}
