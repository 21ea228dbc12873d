import type { ComplianceItem } from '@rollcall/shared/api/compliance.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Section } from '../../../ui/section.tsx'
import classes from './software.module.css'

/** What is Required of this device and not there. */
export function Missing({ products }: { products: ComplianceItem['missing'] }) {
  return (
    <Section title={`Required, but missing (${products.length})`}>
      <ul className={classes['missing']}>
        {products.map(({ productId, name, version }) => (
          <li key={productId}>
            <IconAlertTriangle size={15} aria-hidden />
            <Link to="/software/$softwareId" params={{ softwareId: productId }} className="told">
              {name} {version ?? '(any version)'}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
