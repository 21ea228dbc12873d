import type { ComplianceItem } from '@rollcall/shared/api/compliance.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Section } from '../../../ui/section.tsx'
import classes from './software.module.css'

/** Required products that the device lacks. */
export function Missing({ products }: { products: ComplianceItem['missing'] }) {
  return (
    <Section title={`Missing Required products (${products.length})`}>
      <ul className={classes['missing']}>
        {products.map(({ productId, name, version }) => (
          <li key={productId}>
            <IconAlertTriangle size={15} aria-hidden />
            <Link to="/software/$softwareId" params={{ softwareId: productId }} className="wrap">
              {name} {version ?? '(any version)'}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
