import { Link, type LinkComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = Pick<LinkComponentProps<'a'>, 'className' | 'onClick' | 'title'> & {
  id: string
  /** Name of the device, or another label. */
  name: ReactNode
  tab?: 'software' | 'network' | 'history' | 'identity'
  /** A past time at which the device is shown. */
  asOf?: string | undefined
  /** Marks the link of a row of a list, for the keys that move between rows. */
  'data-row-link'?: string
}

/** A link to the page of a device. */
export const DeviceLink = ({ id, name, tab, asOf, ...link }: Props) => (
  <Link
    to={tab === undefined ? '/devices/$deviceId' : `/devices/$deviceId/${tab}`}
    params={{ deviceId: id }}
    search={{ asOf }}
    {...link}
  >
    {name}
  </Link>
)
