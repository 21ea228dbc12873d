import { expect, test } from 'vitest'
import { howToJoin } from './join-token.ts'

const made = { for: 'audit-service', token: 'rcj1.a', installCommand: null, windowsInstallCommand: null } as const

test('a token without packages comes with the line for an installed package, and with where to put packages', () => {
  const text = howToJoin(made, '/var/lib/rollcall')
  expect(text).toContain(': sudo rollcall audit-service install --url https://<collector>:8443 --token rcj1.a\n')
  expect(text).toContain('put rollcall-audit-service of this release into /var/lib/rollcall/packages')
})

test('a line that leads other machines nowhere comes with the setting that is missing', () => {
  const lineTo = (host: string) => ({
    ...made,
    installCommand: `curl -o rollcall-agent.sh https://${host}:8443/install/agent && sudo sh rollcall-agent.sh rcj1.a`,
  })
  expect(howToJoin(lineTo('127.0.0.1'), '/d')).toMatch(
    /\nOther machines cannot reach https:\/\/127\.0\.0\.1:8443: set ROLLCALL_PUBLIC_HOSTS/,
  )
  expect(howToJoin(lineTo('collector.example'), '/d')).not.toContain('\n')
})

test('an agent comes with the line for Windows, if the collector offers the .msi', () => {
  const text = howToJoin({ ...made, for: 'agent', windowsInstallCommand: 'cmd /c "a"' }, '/d')
  expect(text).toMatch(/\nTo install and join on a Windows machine: cmd \/c "a"$/)
})
