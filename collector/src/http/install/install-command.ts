import { readFile } from 'node:fs/promises'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { JoinKind } from '@rollcall/shared/messages/join-kind.ts'
import { spkiPin } from '@rollcall/shared/node/pinned-client.ts'
import type { OfferedPackages } from '../../operations/offered-packages.ts'

export type Installation = {
  packages: OfferedPackages
  /** PEM file of the server's certificate and its chain. */
  chainFile: string
}

const template = new URL('./install.sh', import.meta.url)

/** Names and ports that mean nothing to a shell. */
const plainUrl = /^https?:\/\/[A-Za-z0-9.:[\]-]+$/

/** Builds the script that installs a part from the collector at this URL. */
export async function installScript(part: JoinKind, url: string, installation: Installation): Promise<string> {
  if (!plainUrl.test(url)) throw new DomainError('malformed_request', 'The host name of the request is not valid.')
  const packages = await packagesOf(part, installation)
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

/** Lines for the shell that install a part from the collector at this URL and remove it; null without packages. */
export async function installCommands(
  { for: part, token }: { for: JoinKind; token: string },
  url: string,
  installation: Installation,
): Promise<{ installCommand: string; uninstallCommand: string } | { installCommand: null; uninstallCommand: null }> {
  if (!plainUrl.test(url) || (await packagesOf(part, installation)).length === 0) {
    return { installCommand: null, uninstallCommand: null }
  }
  // The pin stands for the collector's key, so that no certificate has to be trusted before. The script goes to a file,
  // since the exit code of a pipe is not that of a failed download.
  const script = `rollcall-${part}.sh`
  const pinned = `curl -fsSko ${script} --pinnedpubkey '${await pinOf(installation)}'`
  const run = `${pinned} ${url}/install/${part} && sudo sh ${script}`
  return { installCommand: `${run} ${token}`, uninstallCommand: `${run} --uninstall` }
}

const packagesOf = async (part: JoinKind, { packages }: Installation) =>
  (await packages.list()).filter((each) => each.part === part)

/** Returns the key of the current certificate as curl's `--pinnedpubkey` takes it. */
async function pinOf({ chainFile }: Installation): Promise<string> {
  return `sha256//${spkiPin(await readFile(chainFile))}`
}
