import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sites } from '../../api/sites.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { useSite } from '../../api/use-site.ts'
import { useAction } from '../../ui/use-action.ts'
import { Step } from './step.tsx'

/** The site's name after the first start. */
const nameAtFirst = 'Default site'

export function SiteStep() {
  const site = useSite()
  const [name, setName] = useState(site?.name === nameAtFirst ? '' : (site?.name ?? ''))
  const refresh = useRefresh(sites.name, 'me')
  const rename = useAction('The site was not renamed', async () => {
    if (!site) return
    await sites.update(site.id, { name })
    await refresh()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate()
  }
  return (
    <Step
      number={2}
      title="Name your site"
      isDone={site !== undefined && site.name !== nameAtFirst}
      about="A site is a location with its own networks, such as an office. You can add more later."
    >
      <form onSubmit={submit}>
        <Group gap="xs">
          <TextInput
            size="xs"
            flex={1}
            maw={320}
            aria-label="Name of the site"
            placeholder="Head office"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={rename.isPending}
            disabled={name.trim() === '' || name.trim() === site?.name}
          >
            Save name
          </Button>
        </Group>
      </form>
    </Step>
  )
}
