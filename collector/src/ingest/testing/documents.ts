/** For tests: GLPI inventory documents, written for them in the form that agents send. */
export const computer = {
  action: 'inventory',
  deviceid: 'workbench-2026-11-01-10-00-00',
  itemtype: 'Computer',
  content: {
    versionclient: 'GLPI-Agent_v1.11',
    accesslog: { logdate: '2026-11-20 07:30:00' },
    bios: {
      smanufacturer: 'Dell Inc.',
      smodel: 'Latitude 5540',
      ssn: 'WB-7731',
      bmanufacturer: 'Dell Inc.',
      bversion: '1.9.0',
    },
    hardware: {
      name: 'workbench',
      uuid: '4c4c4544-0057-4210-8037-b7c04f373733',
      memory: 16_000,
      chassis_type: 'Laptop',
      dns: '192.0.2.2/192.0.2.3',
      defaultgateway: '192.0.2.1',
      vmsystem: 'Physical',
    },
    operatingsystem: { full_name: 'Debian GNU/Linux 12', version: '12', kernel_version: '6.1.0', arch: 'x86_64' },
    cpus: [{ name: 'Core i5-1345U', manufacturer: 'Intel', core: 10, thread: 12, speed: 1600 }],
    memories: [{ capacity: 16_384, type: 'DDR4', numslots: 1, speed: '3200', serialnumber: 'M1' }],
    storages: [{ name: 'nvme0n1', model: 'PM9A1', disksize: 512_110, serial: 'D1' }],
    drives: [{ type: '/', volumn: '/dev/nvme0n1p2', filesystem: 'ext4', total: 400_000, free: 100_000 }],
    networks: [
      {
        description: 'lo',
        ipaddress: '127.0.0.1',
        ipmask: '255.0.0.0',
        mac: '00:00:00:00:00:00',
        virtualdev: true,
        status: 'up',
      },
      {
        description: 'eth0',
        mac: '00:1B:21:AA:00:01',
        ipaddress: '192.0.2.40',
        ipmask: '255.255.255.0',
        ipgateway: '192.0.2.1',
        speed: '1000',
        status: 'up',
        virtualdev: false,
      },
      {
        description: 'eth0',
        mac: '00:1B:21:AA:00:01',
        ipaddress6: '2001:db8::40',
        ipmask6: 'ffff:ffff:ffff:ffff::',
        virtualdev: false,
      },
    ],
    softwares: [
      { name: 'vim', version: '9.0', publisher: 'Debian', from: 'dpkg', install_date: '2026-01-02' },
      { name: 'git', version: '2.39', from: 'dpkg', install_date: '03/02/2026' },
      { comments: 'one without a name' },
    ],
    batteries: [{ name: 'BAT0', manufacturer: 'SMP', serial: 'B1' }],
    monitors: [{ caption: 'U2723QE', manufacturer: 'Dell', serial: 'MON1' }],
  },
}

const { bios, hardware } = computer.content

export const partial = (content: object) => ({
  action: 'inventory',
  deviceid: computer.deviceid,
  itemtype: 'Computer',
  partial: true,
  content: { versionclient: 'GLPI-Agent_v1.11', bios, hardware, ...content },
})

export const networkSwitch = {
  action: 'netinventory',
  deviceid: 'sw-9',
  itemtype: 'NetworkEquipment',
  content: {
    versionclient: '6.0',
    network_device: {
      type: 'Networking',
      name: 'sw-9',
      manufacturer: 'Cisco',
      model: 'C2960X',
      serial: 'FOC99887766',
      firmware: '15.2(7)E',
      mac: '00:1b:54:00:09:00',
      ips: ['127.0.0.1', '192.0.2.9'],
      ram: 512,
      location: 'Cellar',
    },
    network_components: [{ index: 1, contained_index: 0, type: 'chassis', serial: 'FOC99887766', model: 'C2960X' }],
    network_ports: [
      {
        ifnumber: 1,
        ifname: 'Gi0/1',
        iftype: 6,
        ifmtu: 1500,
        ifspeed: 1_000_000_000,
        ifstatus: 1,
        ifinternalstatus: 1,
        mac: '00:1b:54:00:09:01',
        lldp: true,
        connections: [{ sysname: 'core-1', ifdescr: 'Te1/1', ip: '192.0.2.254', sysmac: '00:1b:54:00:01:00' }],
      },
      { ifnumber: 2, ifname: 'Gi0/2', iftype: 6, ifstatus: 2, connections: [{ mac: '00:1b:21:aa:00:01' }] },
    ],
  },
}
