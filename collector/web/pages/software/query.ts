import type { Query } from '../../api/request.ts'
import type { SoftwareListState } from '../../table/list-search.ts'

/** Converts the address of the software catalog to query parameters, without paging. By name unless it asks for versions. */
export const softwareQueryOf = ({ q, by, group, kind, publisher }: SoftwareListState): Query => ({
  q,
  kind,
  publisher,
  softwareGroup: group,
  groupBy: by === 'version' ? undefined : 'name',
})
