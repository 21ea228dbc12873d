import { describe, expect, it } from 'vitest'
import { recordedHost } from '../../platform/recorded-host.ts'
import { deviceTree } from './device-tree.ts'
import { parseMeminfo } from './memory.ts'
import { mergeHardware } from './merge.ts'
import { osRelease, parseOsRelease, parseRedHatRelease } from './os-release.ts'
import { componentOf, parseUevent } from './pci.ts'
import { chassisName } from './smbios/chassis-types.ts'
import { dmi } from './smbios/sysfs.ts'
import { parseUsb } from './usb.ts'
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
  expect(parseMeminfo('').memory).toBeUndefined()
})

describe('virtualization', () => {
  it('is what systemd-detect-virt prints, whose code is not 0 on hardware', async () => {
    expect(parseDetectVirt({ stdout: 'none\n' })).toBeUndefined()
    const host = recordedHost({ programs: { 'systemd-detect-virt': { code: 0, stdout: 'vmware\n' } } })
    expect((await virtualization.collect(host)).system).toEqual({ virtualization: 'vmware' })
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

  it('names PCI parts by pci.ids, and by number without it', () => {
    const device = parseUevent('0000:00:03.0', 'DRIVER=e1000\nPCI_CLASS=20000\nPCI_ID=8086:100E\n')
    expect(device && componentOf(device, names)).toEqual({
      id: 'pci-0000:00:03.0',
      class: 'module',
      description: 'Network controller',
      manufacturer: 'Example Semiconductor',
      model: 'Gigabit Adapter',
    })
    expect(device && componentOf(device, '')).toMatchObject({ manufacturer: undefined, model: '8086:100e' })
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
