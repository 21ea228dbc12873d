import type { ComplianceItem } from '@rollcall/shared/api/compliance.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { complianceOptions, complianceSummaryOptions } from '../../api/compliance.ts'
import { softwareOptions } from '../../api/software.ts'
import { FilterChip } from '../../table/filter-chip.tsx'
import { ListPage } from '../../table/list-page.tsx'
import type { ComplianceState } from '../../table/list-search.ts'
import { savedListOf } from '../../table/saved-list.ts'
import { timeColumn } from '../../table/time-column.tsx'
import type { Column } from '../../table/types.ts'
import { useListAddress } from '../../table/use-list-address.ts'
import { DeviceLink } from '../../ui/device-link.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { ViewsMenu } from '../views/views-menu.tsx'
import { ComplianceFigures } from './compliance-figures.tsx'
import { SoftwareNav } from './software-nav.tsx'
import { useRules } from './use-rules.ts'

const kinds = [
  { value: 'missing', label: 'Missing Required product' },
  { value: 'forbidden', label: 'Forbidden product' },
  { value: 'unknown', label: 'Not known' },
]

const builtIn = [{ name: 'All devices that do not comply', parameters: {} }]

/** Devices that break a rule, with their findings, or those of which it is not known. */
export function Compliance() {
  const address = useListAddress<ComplianceState>()
  const { state, change } = address
  const { kind, productId } = state
  const { exported, page } = savedListOf('compliance', state)
  const query = useQuery(complianceOptions(page))
  const isNarrowed = kind !== undefined || productId !== undefined
  return (
    <ListPage
      name="Compliance"
      exported={exported}
      address={address}
      nav={
        <>
          <SoftwareNav />
          <ComplianceFigures />
        </>
      }
      columns={columns}
      query={query}
      actions={<ViewsMenu list="compliance" state={state} builtIn={builtIn} />}
      filters={
        <>
          <FilterChip label="Finding" value={kind} options={kinds} onChange={(next) => change({ kind: next })} />
          <RuleFilter productId={productId} onChange={(next) => change({ productId: next })} />
        </>
      }
      empty={
        isNarrowed ? (
          <Empty art="search" title="No devices match" action={<Link to="/software/compliance">Show all</Link>} />
        ) : (
          <Comply />
        )
      }
    />
  )
}

type Row = ComplianceItem & { id: string }

const productColumn = (
  id: 'missing' | 'forbidden' | 'unknown',
  header: string,
  screen: Pick<Column<Row>, 'from'>,
): Column<Row> => ({
  ...{ id, header, width: 100, wraps: true, ...screen },
  render: (row) => <Products found={row[id]} />,
})

const columns: readonly Column<Row>[] = [
  {
    id: 'device',
    header: 'Device',
    // With the next two as wide as a phone.
    width: 130,
    fixed: true,
    render: ({ deviceId, deviceName }) => (
      <DeviceLink id={deviceId} name={deviceName} tab="software" data-row-link={deviceId} title={deviceName} />
    ),
  },
  productColumn('missing', 'Missing Required', {}),
  productColumn('forbidden', 'Forbidden', {}),
  productColumn('unknown', 'Not known', { from: 'sm' }),
  timeColumn('softwareReadAt', 'Software as of', { from: 'sm', width: 90 }),
]

type ProductRef = { productId: string; name: string; version?: string | undefined }

function Products({ found: products }: { found: readonly ProductRef[] }) {
  return products.map(({ productId, name, version }, at) => (
    <span key={productId}>
      {at > 0 && ', '}
      <Link to="/software/$softwareId" params={{ softwareId: productId }}>
        {name} {version}
      </Link>
    </span>
  ))
}

type RuleProps = { productId: string | undefined; onChange: (productId: string | undefined) => void }

/** Filters by a Required or Forbidden product. A product in the address may no longer be either. */
function RuleFilter({ productId, onChange }: RuleProps) {
  const { rules, load } = useRules()
  const isRule = productId === undefined || rules.some(({ id }) => id === productId)
  const named = useQuery({ ...softwareOptions(productId ?? ''), enabled: !isRule })
  const other = named.data ? [{ value: named.data.id, label: labelOf(named.data) }] : []
  return (
    <FilterChip
      label="Product"
      value={productId}
      options={[...rules.map((rule) => ({ value: rule.id, label: labelOf(rule) })), ...(isRule ? [] : other)]}
      onOpen={load}
      onChange={onChange}
    />
  )
}

const labelOf = ({ name, version }: { name: string; version?: string | undefined }) =>
  version === undefined ? name : `${name} ${version}`

/** No findings: all devices comply, or there is nothing that they have to comply with. */
function Comply() {
  const { data } = useQuery(complianceSummaryOptions)
  return data?.rules === 0 ? (
    <Empty title="No rules yet" action={<Link to="/software">Go to the software catalog</Link>}>
      A rule requires or forbids a product. Set a product as Required or Forbidden on its page.
    </Empty>
  ) : (
    <Empty title="All devices comply" />
  )
}
