import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import {
  type Icon,
  IconBattery3,
  IconBox,
  IconDatabase,
  IconDeviceCctv,
  IconDeviceDesktop,
  IconHelpCircle,
  IconPhone,
  IconPrinter,
  IconRouter,
  IconServer,
  IconServer2,
} from '@tabler/icons-react'
import classes from './device-type.module.css'

/** Labels of device types. The compiler checks that all types of the API have one. */
export const deviceTypeNames: Record<DeviceType, string> = {
  computer: 'Computer',
  printer: 'Printer',
  'network-device': 'Network device',
  'vmware-esxi': 'VMware ESXi',
  hypervisor: 'Hypervisor',
  'virtual-machine': 'Virtual machine',
  storage: 'Storage',
  ups: 'UPS',
  camera: 'Camera',
  phone: 'Phone',
  unknown: 'Unknown',
}

const icons: Record<DeviceType, Icon> = {
  computer: IconDeviceDesktop,
  printer: IconPrinter,
  'network-device': IconRouter,
  'vmware-esxi': IconServer2,
  hypervisor: IconServer,
  'virtual-machine': IconBox,
  storage: IconDatabase,
  ups: IconBattery3,
  camera: IconDeviceCctv,
  phone: IconPhone,
  unknown: IconHelpCircle,
}

export function DeviceTypeIcon({ type, size = 16 }: { type: DeviceType; size?: number }) {
  const Shape = icons[type]
  return <Shape size={size} stroke={1.6} className={classes['icon'] ?? ''} aria-hidden />
}
