import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dimmed } from './dimmed.tsx'
import { useTitle } from './use-title.ts'

type Props = {
  title: string
  /** One sentence about the page, if its title needs one. */
  about?: ReactNode
  actions?: ReactNode
}

/** The head of a page. Sets the document title too. */
export function PageHead({ title, about, actions }: Props) {
  useTitle(title)
  return (
    <Group justify="space-between" align="flex-start" mb="sm">
      {/* A long sentence takes more lines rather than moving the actions below it. */}
      <div style={about ? { flex: '1 1 300px' } : undefined}>
        <Title order={1} className="wrap">
          {title}
        </Title>
        {about && <Dimmed maw={680}>{about}</Dimmed>}
      </div>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}
