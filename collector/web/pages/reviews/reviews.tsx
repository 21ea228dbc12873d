import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reviewSummaryOptions, reviewsOptions } from '../../api/identity.ts'
import { ExportButton } from '../../table/export-button.tsx'
import { FilterChip } from '../../table/filter-chip.tsx'
import type { ReviewsState } from '../../table/list-search.ts'
import { Pager } from '../../table/pager.tsx'
import { pagingOf } from '../../table/paging.ts'
import { savedListOf } from '../../table/saved-list.ts'
import { useListAddress } from '../../table/use-list-address.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ReviewList, reviewKindNames } from '../device/identity/review-list.tsx'
import { ViewsMenu } from '../views/views-menu.tsx'

const builtIn = [{ name: 'All reviews', parameters: {} }]

/** All open reviews: possible duplicates and doubtful matches. */
export function Reviews() {
  const { state, change } = useListAddress<ReviewsState>()
  const paging = pagingOf(state)
  const { exported, page } = savedListOf('reviews', state)
  const reviews = useQuery(reviewsOptions(page))
  const { data: counts } = useQuery(reviewSummaryOptions)
  const kinds = Object.entries(reviewKindNames).map(([value, label]) => ({
    value,
    label,
    ...(counts ? { count: counts[`${value as keyof typeof reviewKindNames}s`] } : {}),
  }))
  return (
    <>
      <PageHead
        title="Reviews"
        about="Decide the matches that the rules cannot. Decisions apply to all later scans, and can be undone."
        actions={
          <>
            <ExportButton {...exported} />
            <ViewsMenu list="reviews" state={state} builtIn={builtIn} />
          </>
        }
      />
      <Group mb="sm" role="search" aria-label="Reviews">
        <FilterChip label="Kind" value={state.kind} options={kinds} onChange={(kind) => change({ kind })} />
      </Group>
      <Loaded query={reviews} label="The reviews" lines={8}>
        {({ items, total }) =>
          total === 0 ? (
            <NoReviews isNarrowed={state.kind !== undefined} />
          ) : (
            <>
              <ReviewList reviews={items} />
              <Pager total={total} {...paging} onGo={change} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function NoReviews({ isNarrowed }: { isNarrowed: boolean }) {
  return isNarrowed ? (
    <Empty title="No open reviews of this kind" action={<Link to="/reviews">Show all reviews</Link>} />
  ) : (
    <Empty title="No open reviews">Possible duplicates and doubtful matches are listed here.</Empty>
  )
}
