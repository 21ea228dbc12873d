import { describe, expect, it } from 'vitest'
import type { RecordedRegistry } from '../../../platform/windows/testing/recorded-windows.ts'
import { alice, collect, control } from '../../windows/testing/recorded-registry.ts'
import { windowsPrinters } from './printers.ts'

describe('print queues', () => {
  it('are those of the machine and the connections of loaded users', async () => {
    const registry: RecordedRegistry = {
      [`${control}\\Print\\Printers\\Office`]: {
        Name: 'Office',
        'Printer Driver': 'Example Universal',
        Port: 'IP_192.0.2.9',
        Location: '2nd floor',
        Attributes: 0x1008,
      },
      [`${control}\\Print\\Printers\\Web`]: { Name: 'Web', Port: 'https://u:p@print.example/q?key=1', Attributes: 'x' },
      [`HKU\\${alice}\\Printers\\Connections\\,,server,Color`]: { Server: '\\\\server' },
      [`HKU\\${alice}\\Software\\Microsoft\\Windows NT\\CurrentVersion\\Windows`]: {
        Device: '\\\\server\\color,winspool,Ne01:',
      },
    }
    expect((await collect(windowsPrinters, registry)).part.printQueues).toEqual([
      {
        name: 'Office',
        driver: 'Example Universal',
        port: 'IP_192.0.2.9',
        location: '2nd floor',
        isShared: true,
        isDefault: false,
      },
      { name: 'Web', port: 'https://print.example/q', isShared: false, isDefault: false },
      { name: '\\\\server\\Color', port: '\\\\server\\Color', isDefault: true },
    ])
  })

  it('have no default if no user is loaded', async () => {
    const registry = { [`${control}\\Print\\Printers\\Office`]: {} }
    expect((await collect(windowsPrinters, registry)).part.printQueues).toEqual([{ name: 'Office', isShared: false }])
  })
})
