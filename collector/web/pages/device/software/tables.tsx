import { IconBan } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { bytes } from '../../../ui/amounts.ts'
import { type PlainColumn, PlainTable } from '../../../ui/plain-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { isGrouping, type Package } from './packages.ts'
import classes from './software.module.css'

const columns: readonly PlainColumn<Package>[] = [
  { header: 'Name', render: (item) => <Name item={item} /> },
  { header: 'Version', render: ({ version }) => <span className="mono">{version}</span> },
  { header: 'Publisher', render: ({ publisher }) => publisher },
  { header: 'Architecture', render: ({ architecture }) => architecture },
  { header: 'Source', render: ({ source }) => source },
  { header: 'Installed', align: 'right', render: ({ installDate }) => <Time value={installDate} /> },
  { header: 'Size', align: 'right', render: ({ sizeBytes }) => bytes(sizeBytes) },
]

/** One table, or one for each group on the page. */
export function PackageTables({ packages, by }: { packages: readonly Package[]; by: string | undefined }) {
  const keyOf = ({ name, version }: Package, at: number) => `${at} ${name} ${version}`
  if (!isGrouping(by)) return <PlainTable name="Software" items={packages} keyOf={keyOf} columns={columns} />
  return [...Map.groupBy(packages, (item) => item[by] ?? '')].map(([group, items]) => {
    const title = group === '' ? 'Unknown' : group
    return (
      <div key={group} className={classes['group']}>
        <h3 className="wrap">{title}</h3>
        <PlainTable name={`Software: ${title}`} items={items} keyOf={keyOf} columns={columns} />
      </div>
    )
  })
}

/** Links a package to its product in the catalog, found by name. */
function Name({ item: { name, isForbidden } }: { item: Package }) {
  return (
    <>
      <Link to="/software" search={{ q: name, by: 'version' }} className={classes['name'] ?? ''}>
        {name}
      </Link>
      {isForbidden && (
        <span className={classes['forbidden']}>
          <IconBan size={14} aria-hidden /> Forbidden
        </span>
      )}
    </>
  )
}
