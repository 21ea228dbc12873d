const everyMs = 10_000

/** Runs `work` and shows on standard error that it is going on, and how long it took. */
export async function withProgress(title, work) {
  const startedAt = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  console.error(`${title} …`)
  const timer = setInterval(() => console.error(`${title} … ${seconds()}`), everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    console.error(`${title}: ${seconds()}`)
  }
}
