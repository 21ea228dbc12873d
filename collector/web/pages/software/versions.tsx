import { Button } from '@mantine/core'
import type { SoftwareProduct, SoftwareVersion } from '@rollcall/shared/api/software.ts'
import { quoted } from '@rollcall/shared/query/query-tokens.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { counted } from '../../ui/amounts.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Section } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { GroupChoice } from './group.tsx'

const shownFirst = 10

/** Versions of the name group, newest first, each with its own group. */
export function Versions({ product: { id, name, versions } }: { product: SoftwareProduct }) {
  const { versions: shown } = useSearch({ from: '/frame/software/$softwareId' })
  const navigate = useNavigate({ from: '/software/$softwareId' })
  const newestFirst = versions.toReversed()
  const items = shown === 'all' ? newestFirst : newestFirst.slice(0, shownFirst)
  const more = items.length < versions.length && (
    <Button
      variant="default"
      onClick={() => void navigate({ search: (before) => ({ ...before, versions: 'all' }), resetScroll: false })}
    >
      Show all {versions.length}
    </Button>
  )
  return (
    <Section title={`Versions (${versions.length})`} aside={more}>
      <PlainTable
        name="Versions"
        items={items}
        keyOf={(version) => version.id}
        columns={[
          { header: 'Version', render: (version) => <VersionLink version={version} isThis={version.id === id} /> },
          { header: 'Reported as', render: ({ name }) => name },
          {
            header: 'Group',
            render: ({ id: versionId, name, version, softwareGroup }) => (
              <GroupChoice id={versionId} name={name} version={version} group={softwareGroup} />
            ),
          },
          {
            header: 'Installations',
            align: 'right',
            render: ({ id: versionId, name, version, installations }) => (
              <Link
                to="/devices"
                search={{ software: versionId }}
                aria-label={`${counted(installations, 'device')} with ${name} ${version}`}
              >
                {installations}
              </Link>
            ),
          },
          {
            header: 'Older',
            render: ({ version }) =>
              version !== '' && version !== versions[0]?.version && <OlderLink name={name} version={version} />,
          },
          { header: 'First seen', align: 'right', render: ({ firstSeen }) => <Time value={firstSeen} /> },
          { header: 'Last seen', align: 'right', render: ({ lastSeen }) => <Time value={lastSeen} /> },
        ]}
      />
    </Section>
  )
}

function VersionLink({ version: { id, version }, isThis }: { version: SoftwareVersion; isThis: boolean }) {
  const label = <span className="mono">{version === '' ? 'unknown' : version}</span>
  if (isThis) return <strong>{label}</strong>
  return (
    <Link to="/software/$softwareId" params={{ softwareId: id }}>
      {label}
    </Link>
  )
}

/** Leads to the devices with an older version of the product. */
function OlderLink({ name, version }: { name: string; version: string }) {
  const query = `software(name = ${quoted(name)} and version < ${quoted(version)})`
  return (
    <Link to="/devices" search={{ query }} aria-label={`Older than this: devices with ${name} older than ${version}`}>
      Older than this
    </Link>
  )
}
