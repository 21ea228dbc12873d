import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { deviceOptions } from '../../api/devices.ts'

const from = '/frame/devices/$deviceId'

/** Loads the device of the address, at the time in the address. */
export function useDevice() {
  const { deviceId } = useParams({ from })
  const { asOf } = useSearch({ from })
  return { deviceId, asOf, query: useQuery(deviceOptions(deviceId, asOf)) }
}

export const useDeviceSearch = () => useSearch({ from })
