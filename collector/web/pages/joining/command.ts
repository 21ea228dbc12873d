import type { AgentPlatform } from '@rollcall/shared/api/agent.ts'
import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { joinLine } from '@rollcall/shared/join-line.ts'
import { productVersion } from '@rollcall/shared/version.ts'

type JoinToken = Omit<JoinTokenMade, 'id' | 'siteId' | 'uses' | 'expiresAt'>
/** Lines for the shell of a machine; null if there is no such line. */
type Commands = { install: string; uninstall: string }

const macosProgram = 'sudo /Library/Rollcall/Agent/rollcall'
export const windowsPackage = `rollcall-agent-${productVersion}-x64.msi`

/** Returns the commands that install a part on a machine and join it, and that remove it again. */
export function commandsFor(platform: AgentPlatform, token: JoinToken, url: string): Commands {
  const options = `--url ${url} --token ${token.token}`
  switch (platform) {
    case 'windows':
      return {
        install:
          token.windowsInstallCommand ??
          `msiexec /i ${windowsPackage} /qn ROLLCALL_URL=${url} ROLLCALL_TOKEN=${token.token}`,
        uninstall: token.windowsUninstallCommand ?? `msiexec /x ${windowsPackage} /qn`,
      }
    case 'macos':
      return { install: `${macosProgram} agent install ${options}`, uninstall: `${macosProgram} agent uninstall` }
    case 'linux':
      return {
        install: token.installCommand ?? joinLine(token.for, url, token.token),
        uninstall: token.uninstallCommand ?? `sudo rollcall ${token.for} uninstall`,
      }
  }
}
