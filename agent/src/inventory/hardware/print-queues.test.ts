import { hardwareSchema } from '@rollcall/shared/inventory/hardware.ts'
import { withoutCredentials } from '@rollcall/shared/inventory/without-credentials.ts'
import { describe, expect, it } from 'vitest'
import { recordedHost } from '../../platform/testing/recorded-host.ts'
import { parsePrinters, printQueues } from './print-queues.ts'

const printers = `# Printer configuration file for CUPS v2.4.2
NextPrinterId 3
<DefaultPrinter laser>
PrinterId 1
UUID urn:uuid:0
Info Laser of the office
Location Room 4
MakeModel Example LaserJet 400
DeviceURI ipp://ada:s%40crt@192.0.2.7/ipp/print
State Idle
Shared Yes
</DefaultPrinter>
<Printer pdf>
DeviceURI cups-pdf:/
Shared No
</Printer>
<Printer desk>
DeviceURI usb://HP/LaserJet%20400?serial=VNB3-7&interface=1
</Printer>
`

describe('print queues', () => {
  it('come from the file of CUPS, without credentials', async () => {
    const host = recordedHost({ files: { '/etc/cups/printers.conf': printers } })
    expect((await printQueues.collect(host)).printQueues).toEqual([
      {
        name: 'laser',
        driver: 'Example LaserJet 400',
        port: 'ipp://192.0.2.7/ipp/print',
        location: 'Room 4',
        isDefault: true,
        isShared: true,
      },
      { name: 'pdf', port: 'cups-pdf:/', isDefault: false, isShared: false },
      { name: 'desk', serialNumber: 'VNB3-7', port: 'usb://HP/LaserJet%20400', isDefault: false },
    ])
  })

  const unreadable = (programs: Record<string, string | { code: number; stderr: string }>) => ({
    ...recordedHost({ files: { '/etc/cups/printers.conf': printers }, programs }),
    readFile: async () => undefined,
  })

  it('come from lpstat if only root may read the file', async () => {
    const printed =
      'system default destination: laser\ndevice for laser: smb://WORK;ada:secret@server/q?x=1\ndevice for pdf: hp:/usb/Officejet?serial=MY4\n'
    expect((await printQueues.collect(unreadable({ 'lpstat -d -v': printed }))).printQueues).toEqual([
      { name: 'laser', port: 'smb://server/q', isDefault: true },
      { name: 'pdf', serialNumber: 'MY4', port: 'hp:/usb/Officejet', isDefault: false },
    ])
  })

  it('are missing, and said to be, without both', async () => {
    const cuts: string[] = []
    expect((await printQueues.collect(unreadable({}), (what) => cuts.push(what))).printQueues).toEqual([])
    expect(cuts).toEqual(['cannot read printers.conf, and lpstat is not installed'])
    await expect(printQueues.collect(unreadable({ lpstat: { code: 1, stderr: 'no server' } }))).rejects.toThrow(
      'no server',
    )
  })

  it('of a broken or hostile file are those that are whole', () => {
    expect(
      parsePrinters('<Printer a>\nDeviceURI\n</Printer>\n</Printer>\nShared Yes\n<Printer b>\nShared Yes\n'),
    ).toEqual([{ name: 'a', isDefault: false, port: undefined }])
    const long = `<Printer ${'x'.repeat(10_000)}>\nLocation a\u0000\u001b[2Jb\n</Printer>\n`
    const [queue] = hardwareSchema.parse({ printQueues: parsePrinters(long) }).printQueues ?? []
    expect([queue?.name.length, queue?.location]).toEqual([256, 'a  [2Jb'])
  })

  it('stop at a number of them', async () => {
    const files = { '/etc/cups/printers.conf': '<Printer x>\n</Printer>\n'.repeat(1_100) }
    const cuts: string[] = []
    expect((await printQueues.collect(recordedHost({ files }), (what) => cuts.push(what))).printQueues).toHaveLength(
      1_024,
    )
    expect(cuts).toEqual(['stopped after 1024 queues'])
  })
})

it.each([
  ['smb://ada:secret@server/queue', 'smb://server/queue'],
  ['smb://ada:sec/ret@server/queue', 'smb://server/queue'],
  ['smb://ada:sec?ret@server/queue', 'smb://server/queue'],
  ['smb://ada:s@cret@server/queue', 'smb://server/queue'],
  ['ipp://server:631/p?password=x', 'ipp://server:631/p'],
  ['ipp://[2001:db8::1]:631/p', 'ipp://[2001:db8::1]:631/p'],
  ['socket://192.0.2.7:9100', 'socket://192.0.2.7:9100'],
  ['lpd://server/queue@floor', 'lpd://server/queue@floor'],
  ['usb://Example/Laser%201?serial=1', 'usb://Example/Laser%201'],
  ['//ada:secret@server/queue', '//server/queue'],
  ['socket:ada:secret@server', 'socket:server'],
  ['socket:ada:sec/ret@server', 'socket:server'],
  ['serial:/dev/ttyS0?baud=9600', 'serial:/dev/ttyS0'],
  ['C:\\Users\\ada\\out.prn', 'C:\\Users\\ada\\out.prn'],
  ['queue@floor', 'queue@floor'],
  ['IP_192.0.2.7', 'IP_192.0.2.7'],
  ['', ''],
])('removes the credentials of %s', (uri, bare) => expect(withoutCredentials(uri)).toBe(bare))
