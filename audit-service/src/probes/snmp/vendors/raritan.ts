import type { Vendor } from './vendor.ts'

const pdu2 = '1.3.6.1.4.1.13742.6.3'
const pdu = '1.3.6.1.4.1.13742.4.1.1'

/** PDU2-MIB nameplateTable, boardFirmwareVersion; PDU-MIB of the Dominion PX before it. */
export const raritan: Vendor = {
  name: 'Raritan',
  enterprises: [13742],
  objects: {
    manufacturer: [`${pdu2}.2.1.1.2.1`],
    model: [`${pdu2}.2.1.1.3.1`, `${pdu}.12.0`],
    serialNumber: [`${pdu2}.2.1.1.4.1`, `${pdu}.2.0`],
    firmwareVersion: [`${pdu2}.2.3.1.6.*`, `${pdu}.1.0`],
  },
  types: [
    ['13742.3', 'network-device'],
    ['13742.4', 'ups'],
    ['13742.6', 'ups'],
  ],
  descriptions: [{ form: /^(?<model>PX\S*) (?<version>\d{6}-\d+)/, type: 'ups' }],
}
