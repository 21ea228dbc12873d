import { expect, test } from 'vitest'
import { parseDeb822Format, parseOneLineFormat, releaseMirror } from './apt-sources.ts'

test('one-line format: options, comments, source packages and disabled lines', () => {
  const sources = parseOneLineFormat(`# deb http://old.example/debian bookworm main
deb [arch=amd64 signed-by=/usr/share/keyrings/a.gpg] https://mirror.example/debian bookworm main contrib # the mirror
deb-src https://mirror.example/debian bookworm main
deb http://security.example/debian-security bookworm-security main
`)
  expect(sources).toEqual([
    { uri: 'https://mirror.example/debian', suite: 'bookworm', components: ['main', 'contrib'] },
    { uri: 'http://security.example/debian-security', suite: 'bookworm-security', components: ['main'] },
  ])
  expect(releaseMirror(sources, 'main')).toBe('https://mirror.example/debian')
  expect(releaseMirror(sources, 'universe')).toBeUndefined()
})

test('deb822 format: several suites, comments inside a stanza, an inline key, a disabled stanza', () => {
  const sources = parseDeb822Format(`Types: deb deb-src
# a comment within
URIs: http://mirror.example/debian
Suites: bookworm
 bookworm-updates
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mQINBF
 -----END PGP PUBLIC KEY BLOCK-----

Enabled: no
Types: deb
URIs: http://disabled.example/debian
Suites: bookworm
Components: main
`)
  expect(sources).toEqual([
    { uri: 'http://mirror.example/debian', suite: 'bookworm', components: ['main'] },
    { uri: 'http://mirror.example/debian', suite: 'bookworm-updates', components: ['main'] },
  ])
})

test('the mirror of security updates and a CD are not release mirrors', () => {
  const source = (uri: string, suite: string) => ({ uri, suite, components: ['main'] })
  expect(
    releaseMirror(
      [
        source('cdrom:[Debian]/', 'bookworm'),
        source('http://mirror.example/debian-security', 'bookworm-security'),
        source('http://mirror.example/debian', 'bookworm-updates'),
        source('http://mirror.example/debian', 'bookworm'),
      ],
      'main',
    ),
  ).toBe('http://mirror.example/debian')
})
