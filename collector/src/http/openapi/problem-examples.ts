import type { Problem } from '@rollcall/shared/api/problem.ts'
import type { ErrorCode, FieldError } from '@rollcall/shared/errors.ts'
import { problemBody } from '../answers/problem.ts'

type Shown = { code: ErrorCode | 'internal_error'; detail: string; errors?: FieldError[] }

/** Example of each status. */
const usual: Record<string, Shown> = {
  400: {
    code: 'validation_failed',
    detail: '/name: must not be empty',
    errors: [{ path: '/name', message: 'must not be empty' }],
  },
  401: { code: 'invalid_token', detail: 'Send "Authorization: Bearer <token>" with a token from the token endpoint.' },
  403: {
    code: 'insufficient_privilege',
    detail: 'This needs the Administrator capability; add it to the App registration.',
  },
  404: { code: 'not_found', detail: 'There is nothing at this path.' },
  409: { code: 'name_taken', detail: 'This name is already in use.' },
  412: { code: 'precondition_failed', detail: 'If-Match: the resource has changed since. Read it again.' },
  413: { code: 'payload_too_large', detail: 'The body exceeds the size limit.' },
  415: { code: 'unsupported_media_type', detail: 'Send the body as application/json with that Content-Type.' },
  429: {
    code: 'rate_limited',
    detail: 'More than 600 calls of this App registration in a minute; try again in 12 seconds.',
  },
  503: {
    code: 'store_unavailable',
    detail: 'The database of the collector is not available at the moment. Send the request again later.',
  },
  507: {
    code: 'storage_full',
    detail: 'The disk of the collector is full. Nothing was stored. Send the request again later.',
  },
  500: {
    code: 'internal_error',
    detail: 'An unexpected error. The log of the collector describes it under this request id.',
  },
}

/** Examples of 409 for operations without a name conflict. */
const conflicts: Record<string, Shown> = {
  scanSegment: { code: 'scan_running', detail: 'A scan of this segment is already running.' },
  auditDevice: { code: 'audit_running', detail: 'An audit of this device is already running.' },
  cancelTask: { code: 'task_finished', detail: 'This task has already ended.' },
  deleteCredential: {
    code: 'credential_in_use',
    detail: 'The segment "Lab" uses this credential. Remove it from there first.',
  },
  createIgnoreEntry: { code: 'pattern_taken', detail: 'This pattern is already on the Ignore List.' },
  ignoreDevice: { code: 'not_identifiable', detail: 'No value distinguishes this device from others.' },
  createDevice: {
    code: 'device_exists',
    detail:
      'Device 019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90 already has these values. To update it, use POST /api/v1/snapshots.',
  },
  attachTag: { code: 'device_archived', detail: 'The device is archived. Restore it first.' },
  keepDevicesApart: { code: 'device_archived', detail: 'The device is archived. Restore it first.' },
  bringDevicesTogether: { code: 'device_archived', detail: 'The device is archived. Restore it first.' },
  detachTag: { code: 'device_archived', detail: 'The device is archived. Restore it first.' },
  createSnapshot: { code: 'ignored', detail: 'The Ignore List of this site contains 00:1b:21:*. Nothing was stored.' },
  splitDevice: {
    code: 'nothing_left',
    detail: 'No snapshot and no sighting of the device would remain.',
  },
  unmergeDevice: { code: 'merge_undone', detail: 'This merge was already undone at 2026-11-20T08:15:30.123Z.' },
  importDocument: {
    code: 'unknown_device',
    detail: 'A partial document creates no device. Import a complete document first.',
  },
}

/** Builds the problem that the error mapper would send for this status of an operation. */
export function problemExample(status: string, operationId = ''): Problem | undefined {
  const shown = (status === '409' ? conflicts[operationId] : undefined) ?? usual[status]
  if (shown === undefined) return undefined
  const { code, ...said } = shown
  return problemBody(code, { ...said, requestId: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90' })
}
