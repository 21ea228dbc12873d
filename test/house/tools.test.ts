import { fileURLToPath } from 'node:url'
import { toolsFor } from '@rollcall/shared/node/tool-list.ts'
import { toolStatus, toolsDirOf } from '@rollcall/shared/node/tools.ts'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

// "npm test" installs them; where it cannot, what is missing is named here rather than its tests passed over.
test.each(toolsFor('test').map((tool) => [tool.name, tool] as const))('%s is there', async (_name, tool) => {
  expect((await toolStatus(tool, toolsDirOf(root))).problem).toBeUndefined()
})
