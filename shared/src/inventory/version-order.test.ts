import { describe, expect, it } from 'vitest'
import { compareVersions } from './version-order.ts'

/** Expects each version to be newer than the one before it. */
function expectRising(versions: readonly string[], source: string | undefined) {
  for (const [index, older] of versions.entries()) {
    expect(compareVersions(older, older, source)).toBe(0)
    for (const newer of versions.slice(index + 1)) {
      expect([older, newer, Math.sign(compareVersions(older, newer, source))]).toEqual([older, newer, -1])
      expect([newer, older, Math.sign(compareVersions(newer, older, source))]).toEqual([newer, older, 1])
    }
  }
}

describe('versions', () => {
  it.each<[string | undefined, string[]]>([
    ['dpkg', ['1.0~~', '1.0~beta1', '1.0~rc1-1', '1.0', '1.0-1', '1.0-1+b1', '1.0a', '1.0+dfsg', '1.0.1']],
    ['dpkg', ['9.9-9', '1:0.5', '1:0.10', '2:0.1']],
    ['dpkg', ['6.1.0-9', '6.1.0-13', '6.1.0-13+deb12u1', '6.1.0-14~bpo1']],
    ['dpkg', ['2.36-9', '2.36-9+deb12u3', '2.36-9+deb12u10']],
    ['rpm', ['1.0~rc1-1', '1.0-1', '1.0^20260101-1', '1.0.1-1', '1.1-1']],
    ['rpm', ['1.a', '1.1', '1.10', '1.10a', '2:0.1']],
    ['rpm', ['4.18.0-80.el8', '4.18.0-477.10.1.el8_8', '4.18.0-513.el8']],
    ['pacman', ['1.0a', '1.0rc1', '1.0-1', '1.0-2', '1.0.1', '1:0.9']],
    ['apk', ['1.2_alpha1-r0', '1.2_rc2-r1', '1.2-r0', '1.2-r10', '1.2_p1-r0', '1.2_p10-r0', '1.2a-r0', '1.2.1-r0']],
    [undefined, ['9.0', '10.0', '10.0.1', '118.0', '118.0.2', '2023.1']],
    ['snap', ['7.4.0-preview.5', '7.4.0-rc.1', '7.4.0', '7.4.1']],
    ['uninstall-keys', ['3.12.0rc1', '3.12.0rc2', '3.12.0-1']],
    [undefined, ['', '1', '1.0.0.9', '1.0.0.10']],
  ])('of %s rise', (source, versions) => expectRising(versions, source))

  it('are equal if written in two ways', () => {
    expect(compareVersions('1.0', '1.00')).toBe(0)
    expect(compareVersions('0:1.0-1', '1.0-1', 'dpkg')).toBe(0)
    expect(compareVersions('1_0', '1.0', 'rpm')).toBe(0)
    expect(compareVersions('1.0-0', '1.0', 'dpkg')).toBe(0)
  })

  it.each(['constructor', '__proto__', 'toString'])('of a source named %s use the default order', (source) => {
    expectRising(['1.9', '1.10'], source)
  })

  it('compares versions of any length', () => {
    const long = '9'.repeat(250)
    expect(compareVersions(long, `1${long}`)).toBeLessThan(0)
    expect(compareVersions('~'.repeat(256), '.'.repeat(256))).toBeLessThan(0)
  })
})
