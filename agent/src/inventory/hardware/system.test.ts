import { describe, expect, it } from 'vitest'
import { recordedHost } from '../../platform/testing/recorded-host.ts'
import { osRelease, parseOsRelease, parseRedHatRelease } from '../system/os-release.ts'
import { deviceTree } from './device-tree.ts'
import { parseMeminfo } from './memory.ts'
import { mergeHardware } from './merge.ts'
import { parseUevent, pci } from './pci.ts'
import { namesOf } from './pci-names.ts'
import { chassisName } from './smbios/chassis-types.ts'
import { dmi } from './smbios/sysfs.ts'
import { parseUsb, usb } from './usb.ts'
import { guestKind, parseDetectVirt, virtualization } from './virtualization.ts'

const dmiFiles = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`/sys/class/dmi/id/${name}`, `${value}\n`]))

describe('dmi', () => {
  it('reads the values that the user may read', async () => {
    const files = dmiFiles({
      sys_vendor: 'Example',
      product_name: 'Rack 1',
      chassis_type: '23',
      bios_vendor: 'EFI',
      board_name: 'B1',
    })
    expect(mergeHardware([await dmi.collect(recordedHost({ files }))])).toEqual({
      system: { manufacturer: 'Example', model: 'Rack 1', chassis: 'Rack Mount Chassis' },
      firmware: { vendor: 'EFI' },
      board: { model: 'B1' },
    })
  })

  it('drops placeholders of manufacturers', async () => {
    const files = dmiFiles({
      sys_vendor: 'To Be Filled By O.E.M.',
      product_name: 'System Product Name',
      product_serial: 'Default string',
    })
    expect(mergeHardware([await dmi.collect(recordedHost({ files }))])).toEqual({ system: {} })
  })

  it('names chassis, with or without a lock', () => {
    expect([3, 10, 23, 0x80 | 9, 0, 99].map(chassisName)).toEqual([
      'Desktop',
      'Notebook',
      'Rack Mount Chassis',
      'Laptop',
      undefined,
      undefined,
    ])
  })
})

it('reads a Raspberry Pi from the device tree', async () => {
  const files = {
    '/proc/device-tree/model': 'Raspberry Pi 4 Model B Rev 1.4\0',
    '/proc/device-tree/serial-number': '10000000a1b2c3d4\0',
  }
  expect((await deviceTree.collect(recordedHost({ files }))).system).toEqual({
    manufacturer: 'Raspberry Pi',
    model: 'Raspberry Pi 4 Model B Rev 1.4',
    serialNumber: '10000000a1b2c3d4',
  })
})

describe('os-release', () => {
  it('reads quoted values, and the point release beside them', () => {
    const text = `NAME="Debian GNU/Linux"\nVERSION_ID="12"\n# comment\nID=debian\n`
    expect(parseOsRelease(text, '12.11')).toEqual({ name: 'Debian GNU/Linux', version: '12.11' })
    expect(parseOsRelease(text, 'trixie/sid').version).toBe('12')
    expect(parseOsRelease('NAME=Fedora\nVERSION_ID=41\nVARIANT="Workstation Edition"\n').edition).toBe(
      'Workstation Edition',
    )
    expect(parseOsRelease(`NAME='It'\nPRETTY_NAME="a \\"b\\" \\$c"\nBUILD_ID=rolling`)).toEqual({
      name: 'It',
      build: 'rolling',
    })
  })

  it('falls back to redhat-release', async () => {
    expect(parseRedHatRelease('CentOS release 6.10 (Final)')).toEqual({ name: 'CentOS', version: '6.10' })
    const files = {
      '/etc/redhat-release': 'Red Hat Enterprise Linux Server release 6.9 (Santiago)\n',
      '/proc/sys/kernel/osrelease': '2.6.32-696\n',
    }
    const host = recordedHost({ files, programs: { 'uname -m': 'x86_64\n' } })
    expect((await osRelease.collect(host)).os).toEqual({
      name: 'Red Hat Enterprise Linux Server',
      version: '6.9',
      kernel: '2.6.32-696',
      architecture: 'x86_64',
    })
  })
})

it('converts meminfo to bytes', () => {
  expect(parseMeminfo('MemTotal:       24683896 kB\nMemFree: 1 kB\n').memory).toEqual({ totalBytes: 25_276_309_504 })
  expect(parseMeminfo('MemTotal: 8 kB\nSwapTotal:       0 kB\n').memory).toEqual({ totalBytes: 8192, swapBytes: 0 })
  expect(parseMeminfo('').memory).toBeUndefined()
  expect(parseMeminfo(`MemTotal: ${'9'.repeat(40)} kB\n`).memory).toBeUndefined()
})

describe('the times of a system', () => {
  const files = { '/proc/stat': `cpu 1\nintr ${'1 '.repeat(100_000)}\nctxt 1\nbtime 1795352759\n` }

  it('are its start, and the oldest file in the log of its installer', async () => {
    const modified = {
      '/var/log/installer/syslog': 1_700_000_500,
      '/var/log/installer/status': 1_700_000_000,
      '/var/log/installer/later': 1_790_000_000,
    }
    expect((await osRelease.collect(recordedHost({ files, modified }))).os).toMatchObject({
      bootedAt: '2026-11-22T13:05:59.000Z',
      installedAt: '2023-11-14T22:13:20.000Z',
    })
  })

  it.each([
    ['without a log', {}],
    ['with the clock in 1970', { '/var/log/installer/syslog': 86_400 }],
    ['of an image', { '/var/log/lastlog': 1_700_000_000 }],
  ])('lack the installation %s', async (_case, modified) => {
    expect((await osRelease.collect(recordedHost({ files, modified }))).os?.installedAt).toBeUndefined()
  })

  it('are absent if the kernel shows too much or nothing', async () => {
    const odd = { '/proc/stat': `${'x'.repeat(5_000_000)}\nbtime 1795352759\n` }
    expect((await osRelease.collect(recordedHost({ files: odd }))).os?.bootedAt).toBeUndefined()
    expect(
      (await osRelease.collect(recordedHost({ files: { '/proc/stat': 'btime x\n' } }))).os?.bootedAt,
    ).toBeUndefined()
  })
})

describe('virtualization', () => {
  it('is what systemd-detect-virt prints, whose code is not 0 on hardware', async () => {
    expect(parseDetectVirt({ code: 1, stdout: 'none\n', stderr: '' })).toBeUndefined()
    const host = recordedHost({ programs: { 'systemd-detect-virt': { code: 0, stdout: 'vmware\n' } } })
    expect((await virtualization.collect(host)).system).toEqual({ virtualization: 'vmware' })
  })

  it('is asked for once after each start of the machine, or of the container', async () => {
    const fingerprints: string[] = []
    const collect = async (boot: string, startedAt: number) => {
      const stat = `1 (init (x) y) S ${'0 '.repeat(18)}${startedAt} 1 2`
      const files = { '/proc/sys/kernel/random/boot_id': boot, '/proc/1/stat': stat }
      const host = recordedHost({ files, programs: { 'systemd-detect-virt': 'kvm\n' } })
      host.cached = async (_key, fingerprint, compute) => {
        fingerprints.push(fingerprint)
        return compute()
      }
      expect((await virtualization.collect(host)).system).toEqual({ virtualization: 'kvm' })
    }
    for (const [boot, startedAt] of [
      ['a', 1],
      ['a', 1],
      ['b', 1],
      ['a', 22],
    ] as const)
      await collect(boot, startedAt)
    expect(fingerprints).toHaveLength(4)
    expect(new Set(fingerprints).size).toBe(3)
  })

  it.each([
    [{ code: null, ended: 'timeout' as const }, 'systemd-detect-virt did not end within 5000 ms'],
    [{ code: 1, stderr: 'Failed to check for virtualization: Permission denied\n' }, 'Failed to check'],
  ])('fails without an answer of systemd-detect-virt, instead of being hardware', async (output, reason) => {
    const host = recordedHost({ programs: { 'systemd-detect-virt': output } })
    await expect(virtualization.collect(host)).rejects.toThrow(reason)
  })

  it.each([
    [{ vendor: 'VMware, Inc.', product: 'VMware7,1' }, 'vmware'],
    [{ vendor: 'innotek GmbH', product: 'VirtualBox' }, 'oracle'],
    [{ vendor: 'Microsoft Corporation', product: 'Virtual Machine' }, 'microsoft'],
    [{ vendor: 'Microsoft Corporation', product: 'Surface Pro' }, undefined],
    [{ vendor: 'Amazon EC2', product: 't3.micro' }, 'amazon'],
    [{ vendor: 'Amazon EC2', product: 'c5.metal' }, undefined],
    [{ vendor: 'QEMU', product: 'Standard PC (i440FX + PIIX, 1996)' }, 'qemu'],
    [{ vendor: 'Red Hat', product: 'KVM' }, 'kvm'],
    [{ cpuinfo: 'flags\t\t: fpu hypervisor lm\n' }, 'vm-other'],
    [{ cpuinfo: 'flags\t\t: fpu lm\n' }, undefined],
    [{ containerManager: 'lxc', vendor: 'Dell Inc.' }, 'lxc'],
    [{ hasDockerFile: true, vendor: 'QEMU' }, 'docker'],
    [{ xen: 'xen' }, 'xen'],
    [{}, undefined],
  ])('without it, %o is %s', (facts, kind) => expect(guestKind(facts)).toBe(kind))
})

describe('components', () => {
  const names =
    '# pci.ids\n8086  Example Semiconductor\n\t100e  Gigabit Adapter\n\t\t8086 001e  PRO/1000\n1234  Other\n\t100e  Not this one\nC 02  Network\n'

  it('names PCI parts by pci.ids, and by number without it', async () => {
    const device = parseUevent('0000:00:03.0', 'DRIVER=e1000\nPCI_CLASS=20000\nPCI_ID=8086:100E\n')
    expect(device && namesOf(device, names)).toEqual({
      manufacturer: 'Example Semiconductor',
      model: 'Gigabit Adapter',
    })
    const files = { '/sys/bus/pci/devices/0000:00:03.0/uevent': 'PCI_CLASS=20000\nPCI_ID=8086:100E\n' }
    expect((await pci.collect(recordedHost({ files }))).components).toEqual([
      { id: 'pci-0000:00:03.0', class: 'module', description: 'Network controller', model: '8086:100e' },
    ])
    const named = await pci.collect(recordedHost({ files, programs: { grep: names.slice(1) } }))
    expect(named.components?.[0]).toMatchObject({ manufacturer: 'Example Semiconductor', model: 'Gigabit Adapter' })
  })

  it('names PCI and USB parts by the database of udev, without a program', async () => {
    const files = {
      '/sys/bus/pci/devices/0000:00:03.0/uevent': 'PCI_CLASS=20000\nPCI_ID=8086:100E\n',
      '/run/udev/data/+pci:0000:00:03.0':
        'I:1\nE:ID_VENDOR_FROM_DATABASE=Example Corp.\nE:ID_MODEL_FROM_DATABASE=Adapter=1\n',
      '/sys/bus/usb/devices/1-4/idVendor': '046d\n',
      '/sys/bus/usb/devices/1-4/idProduct': 'c31c\n',
      '/sys/bus/usb/devices/1-4/product': 'Keys\n',
      '/sys/bus/usb/devices/1-4/serial': 'K-1\n',
      '/sys/bus/usb/devices/1-4/dev': '189:3\n',
      '/run/udev/data/c189:3': 'E:ID_VENDOR_FROM_DATABASE=Logi\nE:ID_MODEL_FROM_DATABASE=Keyboard\n',
    }
    const host = recordedHost({ files })
    expect((await pci.collect(host)).components?.[0]).toMatchObject({
      manufacturer: 'Example Corp.',
      model: 'Adapter=1',
    })
    expect((await usb.collect(host)).components?.[0]).toMatchObject({
      manufacturer: 'Logi',
      model: 'Keys',
      serialNumber: 'K-1',
    })
  })

  it('lists graphics cards with what their drivers show', async () => {
    const at = '/sys/bus/pci/devices'
    const files = {
      [`${at}/0000:01:00.0/uevent`]: 'DRIVER=nvidia\nPCI_CLASS=30200\nPCI_ID=10DE:2206\n',
      '/proc/driver/nvidia/gpus/0000:01:00.0/information': 'Model: \t\t Example RTX 1\nIRQ:   \t\t 1\n',
      '/sys/module/nvidia/version': '535.183.01\n',
      [`${at}/0000:03:00.0/uevent`]: 'DRIVER=amdgpu\nPCI_CLASS=30000\nPCI_ID=1002:73BF\n',
      [`${at}/0000:03:00.0/mem_info_vram_total`]: '17163091968\n',
      [`${at}/0000:04:00.0/uevent`]: 'PCI_CLASS=38000\nPCI_ID=1234:1111\n',
      [`${at}/0000:04:00.0/mem_info_vram_total`]: '-1\n',
    }
    expect((await pci.collect(recordedHost({ files }))).graphics).toEqual([
      { name: 'Example RTX 1', bus: '0000:01:00.0', driver: 'nvidia', driverVersion: '535.183.01' },
      { name: '1002:73bf', bus: '0000:03:00.0', driver: 'amdgpu', memoryBytes: 17_163_091_968 },
      { name: '1234:1111', bus: '0000:04:00.0' },
    ])
  })

  it('leaves out the components of the chipset', () => {
    expect(parseUevent('0000:00:01.0', 'PCI_CLASS=60100\nPCI_ID=8086:7000\n')).toBeUndefined()
    expect(parseUevent('0000:00:01.0', '')).toBeUndefined()
  })

  it('lists USB devices with their own names, without hubs', () => {
    expect(parseUsb({ port: 'usb1', bDeviceClass: '09', idVendor: '1d6b' })).toBeUndefined()
    expect(
      parseUsb({ port: '1-4', bDeviceClass: '00', idVendor: '046d', idProduct: 'c31c', product: 'Keyboard' }),
    ).toMatchObject({
      id: 'usb-1-4',
      model: 'Keyboard',
    })
  })
})
