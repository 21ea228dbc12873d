import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import { WithData } from '../with-data.tsx'
import { hasSystemData } from './has-system-data.ts'
import { Accounts, Containers, Guests, Services } from './lists.tsx'
import { KubernetesNode, OperatingSystem } from './operating-system.tsx'
import { Security } from './security.tsx'

export function SystemTab() {
  return <WithData section="hardware">{({ hardware }) => <SystemParts hardware={hardware} />}</WithData>
}

function SystemParts({ hardware }: { hardware: SnapshotContent['hardware'] }) {
  if (!hasSystemData(hardware)) {
    return <Empty title="No data of the operating system">Audit the device by SNMP, SSH or an agent to read it.</Empty>
  }
  return (
    <>
      <OperatingSystem os={hardware.os} />
      <Security security={hardware.security} />
      <Accounts items={hardware.accounts} />
      <KubernetesNode node={hardware.kubernetesNode} />
      <Containers items={hardware.containers} />
      <Guests items={hardware.guests} />
      <Services items={hardware.systemServices} />
    </>
  )
}
