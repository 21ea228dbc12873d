import { productVersion } from '@rollcall/shared/version.ts'
import { expect, it } from 'vitest'
import { commandsFor } from './command.ts'

const url = 'https://collector.example:8443'
const bare = {
  installCommand: null,
  uninstallCommand: null,
  windowsInstallCommand: null,
  windowsUninstallCommand: null,
}
const agent = { for: 'agent' as const, token: 'rcj1.a', ...bare }

it('returns lines for a Linux machine that has the package, if the collector has none', () => {
  expect(commandsFor('linux', agent, url)).toEqual({
    install: 'sudo rollcall agent install --url https://collector.example:8443 --token rcj1.a',
    uninstall: 'sudo rollcall agent uninstall',
  })
  expect(commandsFor('linux', { for: 'audit-service', token: 'rcj1.b', ...bare }, url)).toEqual({
    install: 'sudo rollcall audit-service install --url https://collector.example:8443 --token rcj1.b',
    uninstall: 'sudo rollcall audit-service uninstall',
  })
})

it('returns the lines of the collector for Linux, if it has packages', () => {
  const lines = { installCommand: 'curl install', uninstallCommand: 'curl uninstall' }
  expect(commandsFor('linux', { ...agent, ...lines }, url)).toEqual({
    install: 'curl install',
    uninstall: 'curl uninstall',
  })
})

it('returns the lines of the collector for Windows, if it has the .msi', () => {
  const lines = { windowsInstallCommand: 'cmd install', windowsUninstallCommand: 'cmd uninstall' }
  expect(commandsFor('windows', { ...agent, ...lines }, url)).toEqual({
    install: 'cmd install',
    uninstall: 'cmd uninstall',
  })
})

it('returns the silent installation of an .msi that is there for Windows, if the collector has none', () => {
  const file = `rollcall-agent-${productVersion}-x64.msi`
  expect(commandsFor('windows', agent, url)).toEqual({
    install: `msiexec /i ${file} /qn ROLLCALL_URL=https://collector.example:8443 ROLLCALL_TOKEN=rcj1.a`,
    uninstall: `msiexec /x ${file} /qn`,
  })
})

it('returns the commands of the installed program for macOS', () => {
  expect(commandsFor('macos', agent, url)).toEqual({
    install: 'sudo /Library/Rollcall/Agent/rollcall agent install --url https://collector.example:8443 --token rcj1.a',
    uninstall: 'sudo /Library/Rollcall/Agent/rollcall agent uninstall',
  })
})
