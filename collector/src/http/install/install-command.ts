import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { DomainError, messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import type { JoinKind } from '@rollcall/shared/messages/join-kind.ts'
import { spkiPin } from '@rollcall/shared/node/pinned-client.ts'
import { type OfferedPackages, openOfferedPackages } from '../../operations/offered-packages.ts'

export type Installation = {
  packages: OfferedPackages
  /** PEM file of the server's certificate and its chain. */
  chainFile: string
  /** PEM file with certificates of reverse proxies in front of the collector. */
  proxyCertFile?: string | undefined
}

/**
 * Offers the packages of a folder for installation. Rejects with an OperatorError if the certificates of the proxies
 * cannot be read, so that this shows at the start and not in the first install command.
 */
export async function offerInstallation({
  packagesDir,
  ...files
}: Omit<Installation, 'packages'> & { packagesDir: string }): Promise<Installation> {
  if (files.proxyCertFile !== undefined) await pinsIn(files.proxyCertFile)
  return { packages: openOfferedPackages(packagesDir), ...files }
}

const template = new URL('./install.sh', import.meta.url)

/** Names and ports that mean nothing to a shell. */
const plainUrl = /^https?:\/\/[A-Za-z0-9.:[\]-]+$/

/** Builds the script that installs a part from the collector at this URL. */
export async function installScript(part: JoinKind, url: string, installation: Installation): Promise<string> {
  if (!plainUrl.test(url)) throw new DomainError('malformed_request', 'The host name of the request is not valid.')
  const packages = await linuxPackagesOf(part, installation)
  const values = {
    URL: url,
    PIN: await pinOf(installation),
    PART: part,
    PACKAGE: `rollcall-${part}`,
    PACKAGES: packages
      .map(({ format, machine, version, sha256, file }) => `${format} ${machine} ${version} ${sha256} ${file}`)
      .join('\n'),
  }
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`@${name}@`, value),
    await readFile(template, 'utf8'),
  )
}

type InstallCommands = Pick<
  JoinTokenMade,
  'installCommand' | 'uninstallCommand' | 'windowsInstallCommand' | 'windowsUninstallCommand'
>

/** Lines that install a part from the collector at this URL and remove it; null without a package for the system. */
export async function installCommands(
  made: { for: JoinKind; token: string },
  url: string,
  installation: Installation,
): Promise<InstallCommands> {
  return { ...(await linuxCommands(made, url, installation)), ...(await windowsCommands(made, url, installation)) }
}

async function linuxCommands(
  { for: part, token }: { for: JoinKind; token: string },
  url: string,
  installation: Installation,
): Promise<Pick<InstallCommands, 'installCommand' | 'uninstallCommand'>> {
  if (!plainUrl.test(url) || (await linuxPackagesOf(part, installation)).length === 0) {
    return { installCommand: null, uninstallCommand: null }
  }
  // The pin stands for the collector's key, so that no certificate has to be trusted before. The script goes to a file,
  // since the exit code of a pipe is not that of a failed download.
  const script = `rollcall-${part}.sh`
  const pinned = `curl -fsSko ${script} --pinnedpubkey '${await pinOf(installation)}'`
  const run = `${pinned} ${url}/install/${part} && sudo sh ${script}`
  return { installCommand: `${run} ${token}`, uninstallCommand: `${run} --uninstall` }
}

/** Returns lines for cmd and PowerShell alike. curl is part of Windows. Versions before 7.58.1 know no pins, and stop. */
async function windowsCommands(
  { for: part, token }: { for: JoinKind; token: string },
  url: string,
  installation: Installation,
): Promise<Pick<InstallCommands, 'windowsInstallCommand' | 'windowsUninstallCommand'>> {
  const found = (await installation.packages.list()).find((each) => each.part === part && each.format === 'msi')
  if (!plainUrl.test(url) || !found) return { windowsInstallCommand: null, windowsUninstallCommand: null }
  const { file } = found
  // Only administrators can write there: nobody can exchange the package between download and installation.
  const inPrograms = (commands: string) => `cmd /c "cd /d %ProgramFiles% && ${commands}"`
  const download = `curl -fSsko ${file} --pinnedpubkey ${await pinOf(installation)} ${url}/install/packages/${file}`
  // A console does not wait for msiexec by itself.
  const msiexec = (args: string) => `start /wait msiexec ${args} /qn`
  return {
    windowsInstallCommand: inPrograms(
      `${download} && ${msiexec(`/i ${file}`)} ROLLCALL_URL=${url} ROLLCALL_TOKEN=${token}`,
    ),
    windowsUninstallCommand: inPrograms(`${msiexec(`/x ${file}`)} && del ${file}`),
  }
}

/** Packages that the script for sh can install. */
const linuxPackagesOf = async (part: JoinKind, { packages }: Installation) =>
  (await packages.list()).filter((each) => each.part === part && each.format !== 'msi')

/**
 * Returns the key of the current certificate as curl's `--pinnedpubkey` takes it, and those that callers see instead: a
 * proxy that ends TLS has a key of its own.
 */
async function pinOf({ chainFile, proxyCertFile }: Installation): Promise<string> {
  const own = spkiPin(await readFile(chainFile))
  const others = proxyCertFile === undefined ? [] : await pinsIn(proxyCertFile)
  return [...new Set([own, ...others])].map((pin) => `sha256//${pin}`).join(';')
}

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * Returns the pins of the servers' certificates in a file, without those of CAs in their chains. Rejects with an
 * OperatorError.
 */
export async function pinsIn(file: string): Promise<string[]> {
  try {
    const certificates = (await readFile(file, 'utf8')).match(certificate) ?? []
    return certificates.filter((pem) => !new X509Certificate(pem).ca).map(spkiPin)
  } catch (error) {
    throw new OperatorError(
      `ROLLCALL_TRUSTED_PROXIES_CERT_FILE: the certificates in ${file} cannot be read: ${messageOf(error)}`,
    )
  }
}
