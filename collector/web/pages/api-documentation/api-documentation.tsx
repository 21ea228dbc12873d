import { useComputedColorScheme } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { meOptions } from '../../api/me.ts'
import { chosenSite } from '../../api/site.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import './api-documentation.css'
import { correctStructure, swaggerOptions } from './swagger.ts'

/** The API description within the frame. Calls are tried out with the session of the signed-in user. */
export function ApiDocumentation() {
  const { data: me } = useSuspenseQuery(meOptions)
  const swagger = useQuery(swaggerOptions)
  return (
    <>
      <PageHead
        title="API documentation"
        about={`"Try it out" calls this collector as ${me.username}. Authorize to call it as an App registration instead.`}
      />
      <Loaded query={swagger} label="The API documentation" lines={12}>
        {(render) => <Description render={render} />}
      </Loaded>
    </>
  )
}

type Render = (options: object) => unknown

function Description({ render }: { render: Render }) {
  const place = useRef<HTMLDivElement>(null)
  const isDark = useComputedColorScheme('light') === 'dark'
  useEffect(() => {
    // The style sheet of Swagger UI has its dark colours under this class of the document.
    document.documentElement.classList.toggle('dark-mode', isDark)
    return () => document.documentElement.classList.remove('dark-mode')
  }, [isDark])
  useEffect(() => {
    const domNode = place.current
    if (!domNode) return
    const stop = correctStructure(domNode)
    render({
      domNode,
      requestInterceptor: (request: { headers: Record<string, string> }) => {
        const siteId = chosenSite()
        if (siteId !== undefined && !('X-Site-Id' in request.headers)) request.headers['X-Site-Id'] = siteId
        return request
      },
    })
    return stop
  }, [render])
  return <div ref={place} className="api-description" />
}
