import type { AddressPeriod } from '@rollcall/shared/api/address-history.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { DeviceTypeIcon } from '../../../ui/device-type.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Time } from '../../../ui/time.tsx'
import classes from './addresses.module.css'

type Props = { query: UseQueryResult<List<AddressPeriod>>; at: string }

/** Answers who had the address at the chosen time. The links lead to the devices as they were then. */
export function Holder({ query, at }: Props) {
  return (
    <Loaded query={query} label="The device at that time" lines={1}>
      {({ items }) =>
        items.length === 0 ? (
          <div className={classes['holder']}>
            <strong>No device had this address then.</strong>
          </div>
        ) : (
          items.map(({ deviceId, deviceName, type, from, until }) => (
            <div key={`${deviceId} ${from}`} className={classes['holder']}>
              <span className={classes['name']}>
                <DeviceTypeIcon type={type} size={20} />
                <DeviceLink id={deviceId} name={deviceName} asOf={at} />
              </span>
              <Dimmed>
                from <Time value={from} exact /> until {until === null ? 'now' : <Time value={until} exact />}
              </Dimmed>
            </div>
          ))
        )
      }
    </Loaded>
  )
}
