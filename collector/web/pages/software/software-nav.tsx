import { Link } from '@tanstack/react-router'
import classes from '../../ui/tabs.module.css'

/** Links between the catalog and compliance. */
export function SoftwareNav() {
  return (
    <nav aria-label="Software" className={classes['tabs']}>
      <Link to="/software" activeOptions={{ exact: true, includeSearch: false }} className={classes['tab'] ?? ''}>
        Catalog
      </Link>
      <Link to="/software/compliance" activeOptions={{ includeSearch: false }} className={classes['tab'] ?? ''}>
        Compliance
      </Link>
    </nav>
  )
}
