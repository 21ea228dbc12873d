import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { unreachableRetryMs } from '../api/unreachable.ts'

/** A page whose script is loaded when the page is opened or a link to it is hovered. */
export const lazyPage = <T extends Record<string, unknown>, N extends keyof T>(
  load: () => Promise<T>,
  name: N,
): AsyncRouteComponent<Record<string, never>> => lazyRouteComponent(() => oncePossible(load), name as string)

/** A part of a page whose script is loaded when the part is first shown. */
export const lazyPart = <T, P extends object>(load: () => Promise<T>, partOf: (loaded: T) => (props: P) => ReactNode) =>
  lazy(async () => ({ default: partOf(await oncePossible(load)) }))

/**
 * Loads a script, waiting while the collector is unreachable; the current page stays. The collector is polled first, as
 * a browser caches a failed import and never retries it. If the collector answers but lacks the script, it has a new
 * build, and the router reloads the page when it is opened.
 */
export async function oncePossible<T>(load: () => Promise<T>): Promise<T> {
  if (hasShownPage()) await collectorReachable()
  try {
    return await load()
  } catch (error) {
    await collectorReachable()
    throw error
  }
}

/** Returns false during the first load, for which the collector has just sent the page. */
const hasShownPage = (): boolean => performance.getEntriesByName('first-contentful-paint').length > 0

async function collectorReachable(): Promise<void> {
  while (!(await answers())) await new Promise((again) => setTimeout(again, unreachableRetryMs))
}

const answers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
