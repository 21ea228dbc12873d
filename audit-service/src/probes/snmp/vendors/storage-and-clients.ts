import { type Vendor, vendorAt } from './vendor.ts'

/** Storage systems, telephones and thin clients. */
export const storageAndClients: readonly Vendor[] = [
  /** DATA-DOMAIN-MIB systemProperties. */
  {
    name: 'Data Domain',
    enterprises: [19746],
    objects: { model: ['19746.1.13.1.4.0'], serialNumber: ['19746.1.13.1.1.0'], firmwareVersion: ['19746.1.13.1.3.0'] },
    descriptions: [{ form: /Data Domain OS (?<version>\S+)/ }],
    type: 'storage',
  },
  /** FCMGMT-MIB connUnitProduct, connUnitSn and connUnitRevsRevId, which Dot Hill, its OEMs and EMC CLARiiON serve. */
  {
    name: 'Dot Hill',
    enterprises: [2294, 6520, 1981],
    objects: { model: ['1.3.6.1.3.94.1.6.1.7.*'], serialNumber: ['1.3.6.1.3.94.1.6.1.8.*'] },
    type: 'storage',
  },
  /** sysDescr of Unity, and of VNX and Celerra. */
  {
    name: 'EMC',
    enterprises: [1139],
    descriptions: [
      { form: /Model : (?<model>[^,]+), Software Version : (?<version>[^,\s]+)/ },
      { form: /\b(?:Celerra|VNX).*Version:? T?(?<version>\d[\d.]+)/i },
    ],
  },
  /** EQLMEMBER-MIB eqlMemberInfoTable. */
  {
    name: 'EqualLogic',
    enterprises: [12740],
    objects: { model: ['12740.2.1.11.1.1.*'], serialNumber: ['12740.2.1.11.1.2.*'] },
    type: 'storage',
  },
  /** HM800-MIB raidExMibRaidListTable: raidlistSerialNumber, raidlistDKCMainVersion, raidlistDKCProductName. */
  {
    name: 'Hitachi',
    enterprises: [116],
    objects: {
      model: ['116.5.11.4.1.1.5.1.4.*'],
      serialNumber: ['116.5.11.4.1.1.5.1.1.*'],
      firmwareVersion: ['116.5.11.4.1.1.5.1.3.*'],
    },
    types: [['116.3.11', 'storage']],
    descriptions: [{ form: /^HITACHI (?<model>DF\d\w{2,5})(?: Ver (?<version>\d{4}\/\w))?/ }],
    type: 'storage',
  },
  /** ISM-STORAGE-SVC-MIB of OceanStor: deviceId, version; the MIB has the product only as a number. */
  {
    name: 'Huawei',
    enterprises: [34774],
    objects: { serialNumber: ['34774.4.1.1.1.0'], firmwareVersion: ['34774.4.1.1.6.0'] },
    type: 'storage',
  },
  /** IFT-SNMP-MIB sysInformation: fwMajorVersion, fwMinorVersion, serialNum, privateLogoModel. */
  {
    name: 'Infortrend',
    enterprises: [1714],
    objects: {
      model: ['1714.1.1.1.1.15.0'],
      serialNumber: ['1714.1.1.1.1.10.0'],
      firmwareVersion: [{ parts: ['1714.1.1.1.1.4.0', '1714.1.1.1.1.5.0'], separator: '.' }],
    },
    type: 'storage',
  },
  /** ISILON-MIB: chassisModel, chassisSerialNumber of the node. */
  {
    name: 'Isilon',
    enterprises: [12124],
    objects: { model: ['12124.2.51.1.4.*'], serialNumber: ['12124.2.51.1.3.*'] },
    type: 'storage',
  },
  /** NETWORK-APPLIANCE-MIB: productModel, productSerialNum. */
  {
    name: 'NetApp',
    enterprises: [789],
    objects: { model: ['789.1.1.5.0'], serialNumber: ['789.1.1.9.0'] },
    descriptions: [{ form: /^NetApp Release (?<version>[^:]+)/ }],
    type: 'storage',
  },
  /** QTS-MIB of QTS and QuTS hero; the older NAS-MIB (without a serial). */
  {
    name: 'QNAP',
    enterprises: [24681, 55062],
    objects: {
      model: ['55062.1.12.3.0', '55062.2.12.3.0', '24681.1.2.12.0', '24681.2.2.12.0'],
      serialNumber: ['55062.1.12.5.0', '55062.2.12.5.0'],
      firmwareVersion: ['55062.1.12.6.0', '55062.2.12.6.0'],
    },
    descriptions: [{ form: /^Linux (?<model>T[SV]S?-\S+) (?<version>\d[\d.]+)/ }],
    type: 'storage',
  },
  /** SYNOLOGY-SYSTEM-MIB: modelName, serialNumber, version. */
  {
    name: 'Synology',
    enterprises: [6574],
    objects: { model: ['6574.1.5.1.0'], serialNumber: ['6574.1.5.2.0'], firmwareVersion: ['6574.1.5.3.0'] },
    type: 'storage',
  },
  /** sysDescr: `HP_3PAR 7200 (2-Nodes), ID: 26432, Serial number: 1626432, InForm OS version: 3.1.2 (MU3)`. */
  {
    name: '3PAR',
    enterprises: [12925],
    descriptions: [
      { form: /^(?:\w+ ?_?3PAR )(?<model>[\w -]+?) ?(?:\(|,)(?:.*OS version: (?<version>\d\S*(?: \(\w+\))?))?/ },
    ],
  },
  /** ARECA-SNMP-MIB of SATA and SAS controllers. */
  {
    name: 'Areca',
    enterprises: [18928],
    objects: {
      model: ['18928.1.1.1.1.0', '18928.1.2.1.1.0'],
      serialNumber: ['18928.1.1.1.3.0', '18928.1.2.1.3.0'],
      firmwareVersion: ['18928.1.1.1.4.0', '18928.1.2.1.4.0'],
    },
  },
  /** COMPELLENT-MIB productID; DELL-STORAGE-SC-MIB has the same group. */
  vendorAt('Compellent', 16139, '16139.2', { firmwareVersion: '4.0', serialNumber: '5.0' }),
  {
    name: 'Dell',
    enterprises: [674],
    objects: {
      serialNumber: ['674.11000.2000.500.1.2.5.0'],
      firmwareVersion: ['674.11000.2000.500.1.2.4.0'],
    },
    type: 'storage',
  },
  /** LEFTHAND-NETWORKS-NSM-INFO-MIB of StoreVirtual. */
  vendorAt('HPE', 9804, '9804.3.1.1.2.1', { serialNumber: '34.0', model: '36.0' }, { type: 'storage' }),
  /** ADIC-INTELLIGENT-STORAGE-MIB of tape libraries. */
  vendorAt('Quantum', 3764, '3764.1.1.10', { serialNumber: '10.0' }),
  /** POLYCOM-RMX and group series: identity. */
  vendorAt('Polycom', 13885, '13885.101.1.1', { firmwareVersion: '1.0', model: '4.0', serialNumber: '5.0' }),
  /** Endpoint MIBs of the 46xx and 96xx telephones. */
  {
    name: 'Avaya',
    enterprises: [6889],
    objects: { serialNumber: ['6889.2.69.2.1.46.0', '6889.2.69.1.1.6.0'] },
    type: 'phone',
  },
  vendorAt('Wyse', 714, '714.1.2.6.2', { serialNumber: '1.0' }),
]
