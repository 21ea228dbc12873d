import { Alert, Button, Group, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { ApiError } from '../../api/problem.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { views } from '../../api/views.ts'
import { readDeviceListSearch } from '../../table/list-search.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { counted } from '../../ui/amounts.ts'
import { useAction } from '../../ui/use-action.ts'
import { parametersOf } from './parameters.ts'

type LocalView = { name: string; search: Record<string, unknown> }

const isLocalView = (value: unknown): value is LocalView => {
  const { name, search } = (value ?? {}) as Partial<LocalView>
  return typeof name === 'string' && name.trim() !== '' && typeof search === 'object' && search !== null
}

/** Offers to import views of devices that an earlier release stored in this browser. */
export function ImportViews() {
  const [stored, setStored, forget] = useLocalStorage<unknown>({ key: 'rollcall-device-views', defaultValue: [] })
  const refresh = useRefresh(views.name)
  const local = Array.isArray(stored) ? stored.filter(isLocalView) : []
  const importing = useAction('Not all views were imported', async () => {
    for (const [at, { name, search }] of local.entries()) {
      const parameters = parametersOf(readDeviceListSearch(search))
      const view = { name: name.trim().slice(0, 200), list: 'devices' as const, parameters, shared: false }
      await views.create(view).catch((error: unknown) => {
        // An earlier import was interrupted after this view.
        if (!(error instanceof ApiError && error.code === 'name_taken')) throw error
      })
      setStored(local.slice(at + 1))
    }
    forget()
    await refresh()
  })
  if (local.length === 0) return null
  return (
    <Alert variant="light" p={8} mt={8}>
      <Text size="xs">{counted(local.length, 'view is', 'views are')} saved only in this browser.</Text>
      <Group gap={6} mt={6}>
        <ActionButton label="Import" variant="filled" action={importing} size="compact-xs" />
        <Button size="compact-xs" variant="default" onClick={forget}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
}
