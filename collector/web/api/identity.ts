import type { DeviceMerge, MergedDevice, UnmergedDevices } from '@rollcall/shared/api/device-merge.ts'
import type { DeviceSighting, SplitResult, UnmergeableDevice } from '@rollcall/shared/api/device-split.ts'
import type { Review, ReviewSummary } from '@rollcall/shared/api/review.ts'
import { queryOptions } from '@tanstack/react-query'
import { belowOptions, devicesPath } from './devices.ts'
import { pageOptions, readOptions } from './read-options.ts'
import { type Query, request } from './request.ts'

const reviewsPath = '/api/v1/reviews'
const at = (id: string) => `${devicesPath}/${encodeURIComponent(id)}`
const post = <T>(path: string, json: object = {}) => request<T>(path, { method: 'POST', json })

/** A page of the open reviews of the site or of one device. */
export const reviewsOptions = (query: Query) => pageOptions<Review>(['reviews', 'list'], reviewsPath, query)

/** The reviews on the page of a device. */
export const openReviewsOptions = (deviceId: string) => reviewsOptions({ deviceId, limit: 12 })

export const reviewSummaryOptions = readOptions<ReviewSummary>(['reviews', 'summary'], `${reviewsPath}/summary`)

export const sightingsOptions = belowOptions<DeviceSighting>('sightings')
export const mergesOptions = belowOptions<DeviceMerge>('merges')
export const doNotMergeOptions = belowOptions<UnmergeableDevice>('keep-apart')

const merge = (id: string, otherId: string, dryRun: boolean) =>
  post<MergedDevice>(`${at(id)}/merge`, { otherId, dryRun })

/**
 * Previews a merge without changing anything. Its key is not below the devices, as it cannot be fetched again after the
 * merge.
 */
export const mergePreviewOptions = (id: string, otherId: string) =>
  queryOptions({ queryKey: ['foreseen', 'merge', id, otherId], queryFn: () => merge(id, otherId, true) })

export const mergeDevices = (id: string, otherId: string) => merge(id, otherId, false)
export const unmergeDevice = (id: string, mergeId: string) => post<UnmergedDevices>(`${at(id)}/unmerge`, { mergeId })

const split = (id: string, sightingKeys: readonly string[], dryRun: boolean) =>
  post<SplitResult>(`${at(id)}/split`, { sightingKeys, dryRun })

export const splitPreviewOptions = (id: string, sightingKeys: readonly string[]) =>
  queryOptions({
    queryKey: ['foreseen', 'split', id, ...sightingKeys],
    queryFn: () => split(id, sightingKeys, true),
    retry: false,
  })

export const splitDevice = (id: string, sightingKeys: readonly string[]) => split(id, sightingKeys, false)

export const forbidMerge = (id: string, otherId: string) => post<void>(`${at(id)}/keep-apart`, { otherId })
export const allowMerge = (id: string, otherId: string) =>
  request<void>(`${at(id)}/keep-apart/${encodeURIComponent(otherId)}`, { method: 'DELETE' })
export const closeReview = (id: string) => post<void>(`${at(id)}/reviewed`)
