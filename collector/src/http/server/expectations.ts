import type { ServerResponse } from 'node:http'
import type { Server } from 'node:https'
import type { BoundedRequest } from './body-in-pieces.ts'

/**
 * Handles the header Expect (RFC 9110 section 10.1.1). A caller that waits for 100 gets it when its body is read, so a
 * call refused for its headers sends no body. Other expectations are ignored.
 */
export function answerExpectations(server: Server<typeof BoundedRequest, typeof ServerResponse>): void {
  const handle = (request: BoundedRequest, response: ServerResponse) => server.emit('request', request, response)
  server.on('checkExpectation', handle)
  server.on('checkContinue', (request, response) => {
    request.beforeBody(() => {
      if (!response.headersSent) response.writeContinue()
    })
    handle(request, response)
  })
}
