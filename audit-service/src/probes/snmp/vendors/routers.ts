import type { Vendor } from './vendor.ts'

/** The product name at the start of an order code: `RUT950U022C0`, `RUTX11000000`. */
const teltonikaProduct = /^(RUT[MX]\d\d|(?:RUT|TRB|TCR|TSW|TAP|OTD)\d{3})/

/** Routers of sites, also with mobile networks. */
export const routers: readonly Vendor[] = [
  /** ADTRAN-MIB adProductInfo; sysDescr: `NetVanta 3448, Version: R10.3.0.E, …`. */
  {
    name: 'Adtran',
    enterprises: [664],
    objects: { model: ['664.3.1.1.0'], serialNumber: ['664.3.1.4.0'], firmwareVersion: ['664.3.1.6.0'] },
    descriptions: [{ form: /^(?<model>(?:NetVanta|Total Access|TA) ?\w[^,]*), Version: (?<version>[^,]+)/ }],
  },
  /** SARIAN-MONITOR-MIB of Digi TransPort: serial number, firmware. */
  {
    name: 'Digi International',
    enterprises: [16378, 332],
    objects: { serialNumber: ['16378.10000.3.15.0'], firmwareVersion: ['16378.10000.3.16.0'] },
  },
  /** sysDescr: `DrayTek Corporation, Router Model: Vigor2925 Series, Version: 3.8.4.3, …`. */
  {
    name: 'DrayTek',
    enterprises: [7367],
    descriptions: [{ form: /Model: ?(?<model>\w+)(?: Series)?,.*?Version: ?(?<version>[^,\s]+)/ }],
  },
  /** JUNIPER-MIB: jnxBoxDescr, jnxBoxSerialNo; for a virtual chassis those of its first member. */
  {
    name: 'Juniper',
    enterprises: [2636, 4874, 3224, 12532],
    objects: {
      serialNumber: ['2636.3.1.3.0', '2636.3.40.1.4.1.1.1.2.*'],
      firmwareVersion: ['2636.3.40.1.4.1.1.1.5.*'],
    },
    descriptions: [
      { form: /^Juniper Networks, Inc\. (?<model>\S+) .*kernel (?<os>JUNOS) (?<version>[\w.-]+)/ },
      { form: /^Juniper Networks, ?Inc[.,]+ ?(?<model>[\w-]+),\s*(?<version>[\w.]+) ?\(build/ },
      { form: /^(?:NetScreen|(?<model>(?:NS|SSG|ISG)-?\S{0,32})).*version (?<version>\S+) \(SN: (?<serialNumber>\w+)/ },
    ],
  },
  /** LCOS-MIB lcsStatusHardwareInfo; sysDescr: `LANCOM 1781VA 8.84.0106 / 29.11.2013 4003871818100072`. */
  {
    name: 'LANCOM',
    enterprises: [2356],
    objects: { model: ['2356.11.1.47.6.0'], serialNumber: ['2356.11.1.47.7.0'], firmwareVersion: ['2356.11.1.47.9.0'] },
    descriptions: [
      { form: /^LANCOM (?<model>.+?) (?<version>\d+\.\d+\.\w+)(?: \/ [\d.]+ (?:\/ )?(?<serialNumber>\d{10,}))?/ },
    ],
  },
  /** MIKROTIK-MIB: mtxrSerialNumber, mtxrLicVersion; sysDescr contains the board. */
  {
    name: 'MikroTik',
    enterprises: [14988],
    objects: { serialNumber: ['14988.1.1.7.3.0'], firmwareVersion: ['14988.1.1.4.4.0'] },
    descriptions: [{ form: /^(?<os>RouterOS) (?:(?<version>\d+\.\d[\w.]*) )?(?:\([\w-]{1,20}\) on )?(?<model>\S.*)/ }],
  },
  /** MULTITECH-ROUTER-MIB mtsRouterSystemObjects. */
  {
    name: 'MultiTech',
    enterprises: [995],
    objects: { model: ['995.15.1.1.1.0'], serialNumber: ['995.15.1.1.2.0'], firmwareVersion: ['995.15.1.1.3.0'] },
    type: 'network-device',
  },
  /** PEPLINK-DEVICE deviceModel, deviceSerialNumber, deviceFirmwareVersion. */
  {
    name: 'Peplink',
    enterprises: [23695, 27662],
    objects: {
      model: ['23695.200.1.1.1.1.1.0', '27662.200.1.1.1.1.1.0'],
      serialNumber: ['23695.200.1.1.1.1.2.0', '27662.200.1.1.1.1.2.0'],
      firmwareVersion: ['23695.200.1.1.1.1.3.0', '27662.200.1.1.1.1.3.0'],
    },
    type: 'network-device',
  },
  /** TELTONIKA-RUTX-MIB: serial, productCode, fwVersion; the older MIB has the IMEI in the same position. */
  {
    name: 'Teltonika',
    enterprises: [48690],
    objects: {
      model: [
        { at: '48690.1.3.0', match: teltonikaProduct },
        { at: '48690.1.2.0', match: teltonikaProduct },
      ],
      serialNumber: [{ at: '48690.1.1.0', match: /^(\d{8,11})$/ }],
      firmwareVersion: [{ at: '48690.1.6.0', match: /^([A-Z]\w+_R_\S+)/ }],
    },
    type: 'network-device',
  },
]
