import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'

const parts = [
  'os',
  'security',
  'accounts',
  'systemServices',
  'containers',
  'guests',
  'kubernetesNode',
] as const satisfies readonly (keyof SnapshotContent['hardware'])[]

/** Reports whether the tab of the operating system has anything to show. */
export const hasSystemData = (hardware: SnapshotContent['hardware'] | undefined): boolean =>
  hardware !== undefined && parts.some((part) => hardware[part] !== undefined)
