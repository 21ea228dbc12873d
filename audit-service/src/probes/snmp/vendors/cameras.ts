import type { Vendor } from './vendor.ts'

/** Network cameras and recorders. */
export const cameras: readonly Vendor[] = [
  /** sysDescr: ` ; AXIS P3364-VE; Network Camera; 5.75.1; Apr 28 2016 09:17; 195; 1;`. */
  {
    name: 'Axis',
    enterprises: [368],
    descriptions: [
      { form: /; AXIS (?<model>[^;]+); [^;]+; (?<version>[\d.]+);/ },
      { form: /^AXIS (?<model>\d\w*) .*?\bV(?<version>\d+\.\d+)/ },
    ],
  },
  /** DAHUA-SNMP-MIB, under an unregistered number: deviceType, serialNumber, softwareRevision. */
  {
    name: 'Dahua',
    enterprises: [37496, 1004849],
    objects: {
      model: ['1004849.2.1.2.6.0'],
      serialNumber: ['1004849.2.1.2.4.0'],
      firmwareVersion: ['1004849.2.1.1.1.0'],
    },
    type: 'camera',
  },
  /** HIK-DEVICE-MIB; recorders use another tree under 50001, which is not registered to the manufacturer. */
  {
    name: 'Hikvision',
    enterprises: [39165, 50001],
    objects: {
      model: [{ at: '39165.1.1.0', match: /^([A-Za-z]+-\S+)/ }],
      serialNumber: [{ at: '50001.1.3.0', match: /^(\w{16,})$/ }],
      firmwareVersion: ['39165.1.3.0'],
    },
    type: 'camera',
  },
  /** Cameras of Samsung Techwin, now Hanwha: model and version under their own sysObjectID. */
  {
    name: 'Samsung Techwin',
    enterprises: [36849],
    objects: { model: ['.1.0'], firmwareVersion: ['.2.1.1.0'] },
    type: 'camera',
  },
]
