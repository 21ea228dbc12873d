import { type Vendor, vendorAt } from './vendor.ts'

const root = '1.3.6.1.4.1'
const deviceId = `${root}.2699.1.2.1.2.1.1.3.1`

/** Storage systems, printers, telephones and thin clients. */
export const storageAndClients: readonly Vendor[] = [
  /** ARECA-SNMP-MIB of SATA and SAS controllers. */
  {
    name: 'Areca',
    enterprises: [18928],
    objects: {
      model: [`${root}.18928.1.1.1.1.0`, `${root}.18928.1.2.1.1.0`],
      serialNumber: [`${root}.18928.1.1.1.3.0`, `${root}.18928.1.2.1.3.0`],
      firmwareVersion: [`${root}.18928.1.1.1.4.0`, `${root}.18928.1.2.1.4.0`],
    },
  },
  /** COMPELLENT-MIB productID; DELL-STORAGE-SC-MIB has the same group. */
  vendorAt('Compellent', 16139, '16139.2', { firmwareVersion: '4.0', serialNumber: '5.0' }),
  {
    name: 'Dell',
    enterprises: [674],
    objects: {
      serialNumber: [`${root}.674.11000.2000.500.1.2.5.0`],
      firmwareVersion: [`${root}.674.11000.2000.500.1.2.4.0`],
    },
    type: 'storage',
  },
  /** LEFTHAND-NETWORKS-NSM-INFO-MIB of StoreVirtual. */
  vendorAt('HPE', 9804, '9804.3.1.1.2.1', { serialNumber: '34.0', model: '36.0' }, { type: 'storage' }),
  /** ADIC-INTELLIGENT-STORAGE-MIB of tape libraries. */
  vendorAt('Quantum', 3764, '3764.1.1.10', { serialNumber: '10.0' }),
  {
    name: 'Pantum',
    enterprises: [40093],
    objects: { serialNumber: ['1.1.1.5.0', '6.1.2.0', '10.1.1.4.0'].map((at) => `${root}.40093.${at}`) },
  },
  /** POLYCOM-RMX and group series: identity. */
  vendorAt('Polycom', 13885, '13885.101.1.1', { firmwareVersion: '1.0', model: '4.0', serialNumber: '5.0' }),
  /** Endpoint MIBs of the 46xx and 96xx telephones. */
  {
    name: 'Avaya',
    enterprises: [6889],
    objects: { serialNumber: [`${root}.6889.2.69.2.1.46.0`, `${root}.6889.2.69.1.1.6.0`] },
    type: 'phone',
  },
  /** PWG Port Monitor MIB (PWG 5107.1) of printers of all manufacturers: ppmPrinterIEEE1284DeviceId. */
  {
    name: 'PWG',
    enterprises: [2699],
    objects: {
      model: [{ at: deviceId, match: /(?:^|;)\s*(?:MODEL|MDL): *([^;]{2,60})/i }],
      serialNumber: [{ at: deviceId, match: /(?:^|;)\s*(?:SERIALNUMBER|SERN|SN): *([^;]{4,40})/i }],
    },
  },
  vendorAt('Wyse', 714, '714.1.2.6.2', { serialNumber: '1.0' }),
]
