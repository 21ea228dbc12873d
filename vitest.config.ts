import { defineConfig } from 'vitest/config'
import { isLongForm } from './test/harness/long-form.ts'
import { SpreadWaits } from './test/harness/spread-waits.ts'

const minuteMs = 60_000

// No module keeps state of a test and no test replaces one, so files share what was loaded: it is half of their time.
const isolate = false
/** Tests in one process. Their limits of time leave room for a busy machine, which takes ten times as long. */
const unit = { isolate, testTimeout: 2 * minuteMs, hookTimeout: 2 * minuteMs }
/** Tests across processes. */
const flow = {
  isolate,
  exclude: isLongForm ? [] : ['test/**/long/**'],
  testTimeout: 2 * minuteMs,
  hookTimeout: 2 * minuteMs,
}

export default defineConfig({
  test: {
    passWithNoTests: false,
    // One more than there are cores: a test often waits for a database, a host or a process to start.
    maxWorkers: 3,
    sequence: { sequencer: SpreadWaits },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,audit-service,agent,cli,client,scripts,test/bench}/**/*.test.ts'],
          ...unit,
        },
      },
      {
        test: {
          name: 'collector',
          include: ['collector/**/*.test.ts'],
          setupFiles: 'collector/src/testing/quick-scrypt.ts',
          globalSetup: 'collector/src/store/testing/server.ts',
          ...unit,
        },
      },
      {
        // Each file starts its own processes on free ports, in a network of its own.
        test: {
          name: 'flows',
          include: ['test/{harness,interface,flows,faults,hostile,packages}/**/*.test.ts'],
          globalSetup: 'test/harness/bundled-program.ts',
          ...flow,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/harness/bundled-program.ts',
          ...flow,
          // As long as Playwright waits for an element: see openContext.
          expect: { poll: { timeout: minuteMs } },
        },
      },
      {
        // The gate: types, lint, format, import direction, tools.
        test: {
          name: 'house',
          include: ['test/house/**/*.test.ts'],
          testTimeout: 2 * minuteMs,
        },
      },
    ],
  },
})
