import { describe, expect, it } from 'vitest'
import { architectureOf, groupNameOf } from './software-name.ts'

const groupOf = (name: string, version = '') => groupNameOf({ name, version }).name

describe('the name of a group', () => {
  it.each([
    ['Mozilla Firefox 118.0 (x64 en-US)', '118.0', 'Mozilla Firefox'],
    ['Mozilla Firefox 118.0.2 (x86 de)', '118.0.2', 'Mozilla Firefox'],
    ['Mozilla Firefox (x64 zh-TW)', '119.0', 'Mozilla Firefox'],
    ['Mozilla Maintenance Service', '118.0', 'Mozilla Maintenance Service'],
    ['7-Zip 23.01 (x64)', '23.01', '7-Zip'],
    ['7-Zip 23.01 (x64 edition)', '23.01.00.0', '7-Zip'],
    ['WinRAR 6.23 (64-bit)', '6.23.0', 'WinRAR'],
    ['Notepad++ (64-bit x64)', '8.5.8', 'Notepad++'],
    ['Python 3.11.5 (64-bit)', '3.11.5150.0', 'Python'],
    ['Python 3.11.5 Core Interpreter (64-bit)', '3.11.5150.0', 'Python Core Interpreter'],
    [
      'Microsoft Visual C++ 2015-2022 Redistributable (x64) - 14.36.32532',
      '14.36.32532.0',
      'Microsoft Visual C++ 2015-2022 Redistributable',
    ],
    ['Microsoft .NET Runtime - 6.0.21 (x64)', '48.84.62241', 'Microsoft .NET Runtime'],
    ['Microsoft 365 Apps for enterprise - en-us', '16.0.16731.20234', 'Microsoft 365 Apps for enterprise'],
    ['Microsoft® Office  Professional Plus 2019', '16.0.10402', 'Microsoft Office Professional Plus 2019'],
    ['Microsoft Office Professional Plus 2016 (64 bit)', '16.0.4266', 'Microsoft Office Professional Plus 2016'],
    ['Microsoft Visual Studio Code (User)', '1.82.2', 'Microsoft Visual Studio Code (User)'],
    ['Java 8 Update 381 (64-bit)', '8.0.3810.9', 'Java 8'],
    ['GIMP 2.10.34-2', '2.10.34', 'GIMP'],
    ['FileZilla 3.65.0', '', 'FileZilla'],
    ['Git version 2.42.0', '2.42.0', 'Git'],
    ['Node.js v18', '18.17.1', 'Node.js v18'],
    ['PostgreSQL 15', '15.4-1', 'PostgreSQL 15'],
    ['Adobe Photoshop 2023', '24.7', 'Adobe Photoshop 2023'],
    ['SAP Crystal Reports (de)', '', 'SAP Crystal Reports'],
    ['Win32 Disk Imager version 1.0', '1.0', 'Win32 Disk Imager'],
    ['Zoom(64bit)', '5.15.7', 'Zoom'],
    ['OpenVPN 2.6.5-I001 amd64', '2.6.501', 'OpenVPN'],
    ['Foo (beta)', '1.0', 'Foo (beta)'],
    ['118.0 (x64)', '118.0', '118.0 (x64)'],
    ['', '', ''],
  ])('of an installed program: %s, %s', (name, version, group) => expect(groupOf(name, version)).toBe(group))

  it.each([
    ['vim', '2:9.0.1378-2', 'vim'],
    ['libc6:i386', '2.36-9', 'libc6'],
    ['bash.x86_64', '5.1.8-6.el9', 'bash'],
    ['libc6:s390x', '2.36-9', 'libc6'],
    ['python3.11', '3.11.2-6', 'python3.11'],
    ['gcc-12', '12.2.0-14', 'gcc-12'],
    ['grub-efi-amd64', '2.06-13', 'grub-efi-amd64'],
    ['microsoft.net.sdk', '8', 'microsoft.net.sdk'],
    ['linux-image-6.1.0-13-amd64', '6.1.55-1', 'linux-image'],
    ['linux-image-6.5.0-0.deb12.1-rt-amd64', '6.5.3-1', 'linux-image-rt'],
    ['linux-modules-extra-5.15.0-86-generic', '5.15.0-86.96', 'linux-modules-extra-generic'],
    ['linux-headers-6.1.0-13-common', '6.1.55-1', 'linux-headers-common'],
    ['linux-image-amd64', '6.1.55-1', 'linux-image-amd64'],
    ['linux-libc-dev:amd64', '6.1.55-1', 'linux-libc-dev'],
    ['pve-kernel-6.2.16-3-pve', '6.2.16-3', 'pve-kernel-pve'],
    ['kernel', '5.14.0-362.el9', 'kernel'],
  ])('of a package: %s, %s', (name, version, group) => expect(groupOf(name, version)).toBe(group))

  it.each([
    'Security Update for Microsoft Windows (KB5031356)',
    'Update for Microsoft Office 2016 (KB5031356) 32-Bit Edition',
    'kb5031356',
  ])('of an update is its number: %s', (name) =>
    expect(groupNameOf({ name, version: '1' })).toEqual({ name: 'KB5031356', kind: 'update' }),
  )

  it('returns the version and the architecture of the name', () => {
    expect(groupNameOf({ name: 'FileZilla v3.65.0 (x64)', version: '' })).toEqual({
      name: 'FileZilla',
      kind: 'product',
      version: '3.65.0',
      architecture: 'x86_64',
    })
    expect(groupNameOf({ name: 'libc6:i386', version: '2' })).toMatchObject({ architecture: 'x86' })
  })

  it('is found quickly for any name', () => {
    const hostile = ['(', '(x64 ', ' 1.1', 'linux-', '-1', ' -', 'KB', ' Update 1', '.', ' v'].map((part) =>
      part.repeat(512),
    )
    for (const name of hostile) expect(groupOf(`a${name}`.slice(0, 512), '1.1').length).toBeLessThanOrEqual(512)
  })
})

it('unifies the spellings of an architecture', () => {
  expect(['amd64', 'x86_64', 'x64', 'X64', '64-bit'].map(architectureOf)).toEqual(Array(5).fill('x86_64'))
  expect(['i386', 'i686', 'x86'].map(architectureOf)).toEqual(Array(3).fill('x86'))
  expect(['all', 'noarch', undefined, ''].map(architectureOf)).toEqual(Array(4).fill(''))
  expect(architectureOf('riscv64')).toBe('riscv64')
})
