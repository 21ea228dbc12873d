import type { Api } from './api.ts'

export type Method = 'get' | 'post' | 'patch' | 'delete'
// Paths that have a method.
export type PathWith<M extends Method> = { [P in keyof Api]: M extends keyof Api[P] ? P : never }[keyof Api]
type Operation<P extends keyof Api, M extends Method> = Api[P][M & keyof Api[P]]

type ParameterIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterIn<Rest>
  : never
// Values of the parameters in a path, such as `id` in `/api/v1/devices/{id}`.
type InPath<P extends string> = [ParameterIn<P>] extends [never] ? unknown : { path: Record<ParameterIn<P>, string> }

export type CallOptions = {
  /** Site of this call. Default: that of the client. */
  siteId?: string
  /** Headers such as `If-Match`. */
  headers?: Record<string, string>
  /** Ends the call and its repetitions. */
  signal?: AbortSignal
  /** Limit of one attempt. Default: that of the client. */
  timeoutMs?: number
}

export type Options<P extends keyof Api, M extends Method> = CallOptions & InPath<P> & Omit<Operation<P, M>, 'data'>
// The options of a call, which may be left out if nothing in them is required.
export type OptionsOf<P extends keyof Api, M extends Method> =
  Record<never, never> extends Options<P, M> ? [options?: Options<P, M>] : [options: Options<P, M>]

type Data<P extends keyof Api, M extends Method> = Operation<P, M> extends { data: infer D } ? D : never
export type Answer<P extends keyof Api, M extends Method> = {
  data: Data<P, M>
  status: number
  headers: Headers
  /** For `If-Match`: refuses a change if somebody else was faster. */
  etag: string | undefined
}

// Paths of lists that have pages.
export type ListPath = {
  [P in PathWith<'get'>]: Operation<P, 'get'> extends { query?: { offset?: number }; data: { items: unknown[] } }
    ? P
    : never
}[PathWith<'get'>]
export type Item<P extends ListPath> = Data<P, 'get'> extends { items: (infer I)[] } ? I : never
