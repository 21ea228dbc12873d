import type { Rule, RuleSeverity } from '@rollcall/shared/api/rule.ts'
import {
  type Icon,
  IconAlertOctagon,
  IconAlertTriangle,
  IconArrowsRightLeft,
  IconBan,
  IconBatteryEco,
  IconCertificate,
  IconCloudOff,
  IconDatabase,
  IconDatabaseX,
  IconDeviceDesktopPlus,
  IconDropletDown,
  IconInfoCircle,
  IconPackageImport,
  IconPackageOff,
  IconPlugConnectedX,
  IconQuestionMark,
  IconZzz,
} from '@tabler/icons-react'
import classes from './finding-icon.module.css'

/** Icons of the rules that each site starts with. */
const icons: Record<string, Icon> = {
  'disk-failing': IconDatabaseX,
  'disk-warning': IconDatabaseX,
  'forbidden-software': IconBan,
  'required-missing': IconPackageOff,
  'battery-low': IconBatteryEco,
  'not-audited': IconCloudOff,
  'certificate-ends': IconCertificate,
  'volume-full': IconDatabase,
  'supply-low': IconDropletDown,
  'not-seen': IconZzz,
  'unknown-type': IconQuestionMark,
  'device-moved': IconArrowsRightLeft,
  'device-added': IconDeviceDesktopPlus,
  'port-down': IconPlugConnectedX,
  'software-added': IconPackageImport,
}

const ofSeverity: Record<RuleSeverity, Icon> = {
  error: IconAlertOctagon,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
}

export const severityNames: Record<RuleSeverity, string> = { error: 'Error', warning: 'Warning', info: 'Information' }

/** Icon of a severity, whose shape differs as its colour does. */
export function SeverityIcon({ severity }: { severity: RuleSeverity }) {
  const Shape = ofSeverity[severity]
  return (
    <Shape
      size={16}
      className={classes['icon']}
      data-severity={severity}
      role="img"
      aria-label={severityNames[severity]}
    />
  )
}

/** Icon of a rule, with its severity as colour. */
export function RuleIcon({ origin, severity }: Pick<Rule, 'origin' | 'severity'>) {
  const Shape = icons[origin ?? ''] ?? ofSeverity[severity]
  return <Shape size={18} className={classes['icon']} data-severity={severity} aria-hidden />
}
