import type { SoftwareProduct } from '@rollcall/shared/api/software.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { softwareOptions } from '../../api/software.ts'
import { Facts } from '../../ui/facts.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'
import { PageOf } from '../../ui/states/page-of.tsx'
import { Time } from '../../ui/time.tsx'
import { GroupChoice } from './group.tsx'
import { Installations } from './installations.tsx'
import { ProductHistory } from './product-history.tsx'
import { Scope } from './scope.tsx'
import { Versions } from './versions.tsx'

/** A product of the catalog: one version, or a name with all versions. */
export function ProductPage() {
  const { softwareId } = useParams({ from: '/frame/software/$softwareId' })
  return (
    <PageOf
      query={useQuery(softwareOptions(softwareId))}
      label="Product"
      list={{ to: '/software', label: 'All software' }}
    >
      {(product) => <Product product={product} />}
    </PageOf>
  )
}

function Product({ product }: { product: SoftwareProduct }) {
  const { id, name, version, nameId, softwareGroup, ownGroup, versions } = product
  const others = versions.filter((each) => each.softwareGroup !== ownGroup).length
  return (
    <>
      <PageHead
        title={version === undefined ? name : `${name} ${version}`}
        about={
          version !== undefined && (
            <Link to="/software/$softwareId" params={{ softwareId: nameId }}>
              {versions.length === 1 ? 'All versions' : `All ${versions.length} versions of ${name}`}
            </Link>
          )
        }
        actions={<GroupChoice id={id} name={name} version={version} group={ownGroup ?? softwareGroup} />}
      />
      <Section title="Summary">
        <Facts
          facts={{
            Group: <GroupInWords product={product} others={ownGroup === undefined ? 0 : others} />,
            'In scope': <Scope product={product} />,
            Kind: product.kind === 'update' ? 'Update of other products' : 'Product',
            Publisher: product.publisher && (
              <Link to="/software" search={{ publisher: product.publisher }}>
                {product.publisher}
              </Link>
            ),
            Installations: (
              <Link to="/devices" search={{ software: id }}>
                {product.installations}
              </Link>
            ),
            'First seen': <Time value={product.firstSeen} />,
            'Last seen': <Time value={product.lastSeen} />,
          }}
        />
      </Section>
      <Versions product={product} />
      <Installations softwareId={id} />
      <ProductHistory softwareId={id} />
    </>
  )
}

const meanings = {
  Regular: 'Regular: allowed, not required.',
  Required: 'Required: every device in scope must have it.',
  Forbidden: 'Forbidden: no device in scope may have it.',
} as const

function GroupInWords({ product, others }: { product: SoftwareProduct; others: number }) {
  const { softwareGroup, ownGroup = softwareGroup } = product
  const differing = others === 1 ? 'One version has another group' : `${others} versions have other groups`
  return `${meanings[ownGroup]}${others === 0 ? '' : ` ${differing}, see below.`}`
}
