import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'

const tryAgainMs = 3_000

/** A page whose script comes when it is first opened, or a pointer is over a link to it. */
export const lazyPage = <T extends Record<string, unknown>, N extends keyof T>(
  load: () => Promise<T>,
  name: N,
): AsyncRouteComponent<Record<string, never>> => lazyRouteComponent(() => oncePossible(load), name as string)

/**
 * While the collector is away it waits, and the page that is shown stays as it is. The collector is asked first, as a
 * browser keeps that a script did not come and never asks for it again. One that answers and has not the script has
 * another build now: the router then loads everything anew, once the page is really opened.
 */
async function oncePossible<T>(load: () => Promise<T>): Promise<T> {
  await collectorThere()
  try {
    return await load()
  } catch (error) {
    await collectorThere()
    throw error
  }
}

async function collectorThere(): Promise<void> {
  while (!(await answers())) await new Promise((again) => setTimeout(again, tryAgainMs))
}

const answers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
