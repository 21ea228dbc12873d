import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import { IconBuilding, IconKeyboard, IconLogout, IconPalette, IconPlayerPlay } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { auditDevice } from '../../../api/device-actions.ts'
import { meOptions } from '../../../api/me.ts'
import { chosenSite } from '../../../api/site.ts'
import { useMay } from '../../../api/use-may.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { useScan } from '../../tasks/use-scan.ts'
import { useAction } from '../../use-action.ts'
import { changeSite } from '../change-site.ts'
import { useSignOut } from '../use-sign-out.ts'
import { type Entry, type EntryGroup, shownMax } from './entry.ts'
import { fits, type Wanted } from './typed-words.ts'

type Named = Pick<DeviceListItem, 'id' | 'name'>

type Given = {
  wanted: Wanted
  devices: readonly Named[]
  segments: readonly SegmentListItem[]
  onHelp: () => void
}

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** Actions on the results, and actions available everywhere. */
export function useActions({ wanted, devices, segments, onHelp }: Given): EntryGroup {
  const starts = useStarts(wanted, devices, segments)
  const anywhere = useAnywhere(onHelp)
  const { verb, text } = wanted
  const fitting = text === '' || verb ? [] : anywhere.filter(({ label }) => fits(text, label))
  return { label: 'Actions', entries: [...starts, ...fitting].slice(0, shownMax) }
}

function useStarts({ verb, text }: Wanted, devices: readonly Named[], segments: readonly SegmentListItem[]) {
  const mayStart = useMay('StartAuditsOrScans')
  const refresh = useRefresh('tasks')
  const navigate = useNavigate()
  const scan = useScan()
  const audit = useAction('The audit was not started', async (deviceId: string) => {
    const { taskId } = await auditDevice(deviceId)
    await refresh()
    await navigate({ to: '/tasks/$taskId', params: { taskId } })
  })
  if (!mayStart || text === '') return []
  const entry = (verb: string, id: string, name: string, run: () => void): Entry => ({
    id: `${verb} ${id}`,
    label: `${verb} ${name}`,
    icon: <IconPlayerPlay {...icon} />,
    run,
  })
  return [
    ...(verb === 'audit' ? [] : segments.map(({ id, name }) => entry('Scan', id, name, () => scan.mutate(id)))),
    ...(verb === 'audit' ? devices.map(({ id, name }) => entry('Audit', id, name, () => audit.mutate(id))) : []),
  ].slice(0, shownMax)
}

const schemes: Record<MantineColorScheme, string> = {
  light: 'Colour scheme: light',
  dark: 'Colour scheme: dark',
  auto: 'Colour scheme: system',
}

function useAnywhere(onHelp: () => void): Entry[] {
  const { data: me } = useSuspenseQuery(meOptions)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  const current = chosenSite() ?? me.sites[0]?.id
  return [
    ...me.sites
      .filter(({ id }) => id !== current)
      .map(({ id, name }) => ({
        id: `site ${id}`,
        label: `Switch to site ${name}`,
        icon: <IconBuilding {...icon} />,
        run: () => changeSite(id),
      })),
    ...Object.entries(schemes)
      .filter(([scheme]) => scheme !== colorScheme)
      .map(([scheme, label]) => ({
        id: label,
        label,
        icon: <IconPalette {...icon} />,
        run: () => setColorScheme(scheme as MantineColorScheme),
      })),
    { id: 'help', label: 'Keyboard help', icon: <IconKeyboard {...icon} />, run: onHelp },
    { id: 'sign-out', label: 'Sign out', icon: <IconLogout {...icon} />, run: () => signOut.mutate() },
  ]
}
