import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { bytes, measured } from '../../../ui/amounts.ts'
import { StateWord } from '../../../ui/state-word.tsx'
import { longList } from '../long-list.tsx'
import { model, serial, size } from './parts.tsx'

type Disk = NonNullable<Hardware['disks']>[number]
type Volume = NonNullable<Hardware['volumes']>[number]

const kinds: Record<NonNullable<Disk['kind']>, string> = {
  hdd: 'HDD',
  ssd: 'SSD',
  optical: 'Optical',
  virtual: 'Virtual',
  unknown: '',
}

export const Disks = longList<Disk>('Disks', [
  { header: 'Name', render: ({ name }) => name },
  { header: 'Health', render: ({ health }) => health && <Health {...health} /> },
  { header: 'Kind', render: ({ kind = 'unknown' }) => kinds[kind] },
  { header: 'Bus', render: ({ bus }) => bus },
  model(),
  { header: 'Firmware', render: ({ firmware }) => firmware },
  serial(),
  size(),
])

const verdicts = {
  ok: { kind: 'good', children: 'OK' },
  warning: { kind: 'warn', children: 'Warning' },
  failing: { kind: 'bad', children: 'Failing' },
} as const

/** Verdict of the disk and its counters. Counters of errors are shown only above zero. */
function Health({ status, celsius, wearPercent, powerOnHours, ...errors }: NonNullable<Disk['health']>) {
  const counters = [
    measured(wearPercent, '% worn'),
    measured(celsius, '°C'),
    measured(powerOnHours, 'hours on'),
    measured(errors.reallocatedSectors || undefined, 'reallocated sectors'),
    measured(errors.mediaErrors || undefined, 'media errors'),
  ]
  return (
    <>
      {status && <StateWord {...verdicts[status]} />}
      <div className="number">{counters.filter(Boolean).join(', ')}</div>
    </>
  )
}

export const Volumes = longList<Volume>('Volumes', [
  { header: 'Mounted at', render: ({ mount }) => mount },
  { header: 'Label', render: ({ label }) => label },
  { header: 'Device', render: ({ device }) => device },
  { header: 'File system', render: ({ fileSystem }) => fileSystem },
  { header: 'Encryption', render: ({ encryption }) => encryption && <Encryption {...encryption} /> },
  { header: 'Free', align: 'right', render: ({ freeBytes }) => bytes(freeBytes) },
  size(),
])

const encryptionStates = {
  on: { kind: 'good', children: 'Encrypted' },
  locked: { kind: 'good', children: 'Encrypted and locked' },
  'in-progress': { kind: 'warn', children: 'Encryption in progress' },
  suspended: { kind: 'warn', children: 'Encryption suspended' },
  off: { kind: 'off', children: 'Not encrypted' },
} as const

function Encryption({ state, method }: NonNullable<Volume['encryption']>) {
  return (
    <>
      <StateWord {...encryptionStates[state]} /> {method}
    </>
  )
}
