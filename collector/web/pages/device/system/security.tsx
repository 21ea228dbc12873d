import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Section } from '../../../ui/section.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { Time } from '../../../ui/time.tsx'
import { longList } from '../long-list.tsx'

type Protection = NonNullable<Hardware['security']>
type Firewall = NonNullable<Protection['firewalls']>[number]
type Antivirus = NonNullable<Protection['antivirus']>[number]

/** Protection of the device. Values that could not be read are hidden. */
export function Security({ security }: { security: Protection | undefined }) {
  if (!security) return null
  const { secureBoot, tpm, timeSync, accessControl, firewalls, antivirus } = security
  return (
    <>
      {(secureBoot || tpm || timeSync || accessControl) && (
        <Section title="Security">
          <Facts
            facts={{
              'Secure boot': secureBoot && <StateWord {...secureBootStates[secureBoot]} />,
              TPM: tpm && tpmText(tpm),
              'Access control': accessControl && `${accessControl.name}, ${accessControl.mode}`,
              'Time synchronization': timeSync && <TimeSync timeSync={timeSync} />,
              'Time servers': timeSync?.servers.join(', '),
            }}
          />
        </Section>
      )}
      <Firewalls items={firewalls} />
      <AntivirusPrograms items={antivirus} />
    </>
  )
}

const secureBootStates = {
  on: { kind: 'good', children: 'On' },
  off: { kind: 'warn', children: 'Off' },
  unsupported: { kind: 'off', children: 'Not supported by the firmware' },
} as const

function tpmText({ isPresent, version, manufacturer, firmware }: NonNullable<Protection['tpm']>) {
  if (!isPresent) return 'None'
  return ['Present', version, manufacturer, firmware && `firmware ${firmware}`].filter(Boolean).join(', ')
}

function TimeSync({ timeSync: { service, state, isSynchronized } }: { timeSync: NonNullable<Protection['timeSync']> }) {
  if (state === 'off') return <StateWord kind="warn">{service ? `${service} is off` : 'Off'}</StateWord>
  if (isSynchronized === undefined) return service ?? (state && 'On')
  const words = isSynchronized ? 'Synchronized' : 'Not synchronized'
  return <StateWord kind={isSynchronized ? 'good' : 'warn'}>{[words, service].filter(Boolean).join(', ')}</StateWord>
}

const OnOff = ({ state }: { state: 'on' | 'off' }) =>
  state === 'on' ? <StateWord kind="good">On</StateWord> : <StateWord kind="warn">Off</StateWord>

const Firewalls = longList<Firewall>('Firewalls', [
  { header: 'Name', render: ({ name }) => name },
  { header: 'Profile', render: ({ profile }) => profile },
  { header: 'State', render: ({ state }) => <OnOff state={state} /> },
])

const AntivirusPrograms = longList<Antivirus>('Antivirus', [
  { header: 'Name', render: ({ name }) => name },
  { header: 'Version', render: ({ version }) => version && <span className="mono">{version}</span> },
  { header: 'State', render: ({ state }) => state && <OnOff state={state} /> },
  { header: 'Signatures', render: ({ isUpToDate }) => isUpToDate !== undefined && <Signatures isNew={isUpToDate} /> },
  { header: 'Signatures from', render: ({ signaturesFrom }) => signaturesFrom && <Time value={signaturesFrom} /> },
])

const Signatures = ({ isNew }: { isNew: boolean }) => (
  <StateWord kind={isNew ? 'good' : 'warn'}>{isNew ? 'Up to date' : 'Out of date'}</StateWord>
)
