import type { Vendor } from './vendor.ts'

const acs6000 = '1.3.6.1.4.1.10418.16.2.1'
const pm = '1.3.6.1.4.1.10418.17.2.1'
const acs8000 = '1.3.6.1.4.1.10418.26.2.1'

/** ACS6000-MIB, ACS8000-MIB and PM-MIB acsAppliance: acsProductModel, acsSerialNumber, acsFirmwareVersion. */
export const avocent: Vendor = {
  name: 'Avocent',
  enterprises: [10418],
  objects: {
    model: [`${acs6000}.2.0`, `${acs8000}.2.0`, `${pm}.2.0`],
    serialNumber: [`${acs6000}.4.0`, `${acs8000}.4.0`, `${pm}.4.0`],
    firmwareVersion: [`${acs6000}.7.0`, `${acs8000}.7.0`, `${pm}.7.0`],
  },
  types: [
    ['10418.16', 'network-device'],
    ['10418.26', 'network-device'],
    ['10418.17', 'ups'],
  ],
}
