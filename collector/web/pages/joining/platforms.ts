import type { AgentPlatform } from '@rollcall/shared/api/agent.ts'

export const platformNames: Record<AgentPlatform, string> = { linux: 'Linux', windows: 'Windows', macos: 'macOS' }
