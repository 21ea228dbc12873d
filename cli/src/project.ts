import { fileURLToPath } from 'node:url'

/** The folder of the installation, where `.tools/` lies. */
export const projectDir = fileURLToPath(new URL('../..', import.meta.url))

/** How a part is started as a process of its own: with this very Node and launcher. */
export const launcher = {
  program: process.execPath,
  script: fileURLToPath(new URL('../bin/rollcall.js', import.meta.url)),
}
