import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { lazyPage } from './lazy-page.ts'

/** Returns functions that define the pages below a route, without and with a reader of their addresses. */
export const pagesBelow = <R extends AnyRoute>(getParentRoute: () => R) => ({
  page: <P extends string, T extends Record<string, unknown>>(path: P, name: keyof T, load: () => Promise<T>) =>
    createRoute({ getParentRoute, path, component: lazyPage(load, name) }),
  pageWith: <P extends string, S extends object, T extends Record<string, unknown>>(
    path: P,
    validateSearch: (given: Record<string, unknown>) => S,
    name: keyof T,
    load: () => Promise<T>,
  ) => createRoute({ getParentRoute, path, validateSearch, component: lazyPage(load, name) }),
})
