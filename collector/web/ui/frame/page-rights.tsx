import { Text } from '@mantine/core'
import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import { IconLock } from '@tabler/icons-react'
import { type ReactNode, useCallback, useState } from 'react'
import { MissingRights } from '../../api/use-may.ts'
import { useAdministratorsHint } from '../administrators-hint.ts'
import classes from './page-rights.module.css'

const actions: Record<CapabilityName, string> = {
  StartAuditsOrScans: 'start audits and scans',
  EditInventory: 'edit devices',
  Administrator: 'change settings',
}
const inOrder = Object.keys(actions) as CapabilityName[]

/** A page, below a line that says what the user cannot do there and whom to ask. */
export function PageRights({ children }: { children: ReactNode }) {
  const [missing, setMissing] = useState<readonly CapabilityName[]>([])
  const report = useCallback((capability: CapabilityName) => {
    setMissing((before) => [...before, capability])
    return () => setMissing((before) => before.toSpliced(before.indexOf(capability), 1))
  }, [])
  const whom = useAdministratorsHint()
  const names = inOrder.filter((name) => missing.includes(name)).map((name) => actions[name])
  return (
    <MissingRights value={report}>
      {names.length > 0 && (
        <Text size="xs" c="dimmed" className={classes['line'] ?? ''}>
          <IconLock size={14} aria-hidden />
          <span>
            You can view this page, but not {orList(names)}. {whom}
          </span>
        </Text>
      )}
      {children}
    </MissingRights>
  )
}

const orList = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
