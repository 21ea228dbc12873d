const link = (path: string) => ({ '@odata.id': path })
const members = (...paths: string[]) => ({ body: { Members: paths.map(link), 'Members@odata.count': paths.length } })

/** Service root of an iLO 5 (DSP2046): only the root is open to everybody. */
export const ilo = {
  '/redfish/v1/': {
    body: {
      '@odata.id': '/redfish/v1',
      '@odata.type': '#ServiceRoot.v1_5_1.ServiceRoot',
      Id: 'RootService',
      Name: 'HPE RESTful Root Service',
      Oem: {
        Hpe: {
          Manager: [
            {
              FQDN: 'ILOCZJ0420017.example.net',
              HostName: 'ILOCZJ0420017',
              ManagerFirmwareVersion: '2.72',
              ManagerType: 'iLO 5',
            },
          ],
        },
      },
      Product: 'ProLiant DL380 Gen10',
      RedfishVersion: '1.6.0',
      Systems: link('/redfish/v1/Systems/'),
      Managers: link('/redfish/v1/Managers/'),
      UUID: '00000000-0000-4000-8000-000000000017',
      Vendor: 'HPE',
    },
  },
  '/redfish/v1/Systems/': { status: 401 },
  '/redfish/v1/Managers/': { status: 401 },
}

/** Service root of an iDRAC 9, which shows the service tag to everybody. */
export const idrac = {
  '/redfish/v1/': {
    body: {
      '@odata.type': '#ServiceRoot.v1_6_0.ServiceRoot',
      Oem: { Dell: { ManagerMACAddress: '4C:D9:8F:00:00:17', ServiceTag: '7XKTL42' } },
      Product: 'Integrated Dell Remote Access Controller',
      RedfishVersion: '1.9.0',
      Systems: link('/redfish/v1/Systems'),
      Vendor: 'Dell',
    },
  },
  '/redfish/v1/Systems': { status: 401 },
}

/** A service processor of which everything can be read. */
export const open = {
  '/redfish/v1/': {
    body: {
      Product: 'OpenBMC Project',
      RedfishVersion: '1.11.0',
      Systems: link('/redfish/v1/Systems'),
      Managers: link('/redfish/v1/Managers'),
    },
  },
  '/redfish/v1/Systems': members('/redfish/v1/Systems/system'),
  '/redfish/v1/Systems/system': {
    body: { Manufacturer: 'Quanta', Model: 'D52B-1U', SerialNumber: 'QTFCOU7420017', PowerState: 'Off' },
  },
  '/redfish/v1/Managers': members('/redfish/v1/Managers/bmc'),
  '/redfish/v1/Managers/bmc': { body: { FirmwareVersion: '2.14.0-dev' } },
}

export const severalSystems = {
  ...open,
  '/redfish/v1/Systems': members('/redfish/v1/Systems/1', '/redfish/v1/Systems/2'),
}
