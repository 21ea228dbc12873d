import { defineConfig } from 'vitest/config'

const minuteMs = 60_000

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,collector,audit-service,agent,cli,scripts}/**/*.test.ts'],
        },
      },
      {
        // Across processes: each file starts its own on free ports, and they want the machine for themselves.
        test: {
          name: 'flows',
          include: ['test/{harness,interface,flows,faults,browser}/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 2 * minuteMs,
          hookTimeout: 2 * minuteMs,
        },
      },
      {
        // The gate: types, lint, format, import direction, tools.
        test: { name: 'house', include: ['test/house/**/*.test.ts'], testTimeout: 2 * minuteMs },
      },
    ],
  },
})
