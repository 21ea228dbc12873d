import { type AgentConfig, configPath, readConfig } from '../config.ts'
import { stateOfFiles } from './state-of-files.ts'

/** Returns the agent's configuration; undefined before the join, or while its folder is elsewhere. */
export type ReadConfig = () => Promise<AgentConfig | undefined>

/** Returns a function that reads the agent's configuration, from its file only after that was written. */
export function configReader(stateDir: string): ReadConfig {
  let state: string | undefined
  let config: AgentConfig | undefined
  return async () => {
    const current = stateOfFiles([configPath(stateDir)])
    if (current !== state) config = await readConfig(stateDir)
    state = current
    return config
  }
}
