import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const everyMs = 15_000
const Now = createContext(Date.now())

/** One clock for all relative times of a page, so that they change together. */
export function NowProvider({ children }: { children: ReactNode }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return <Now value={now}>{children}</Now>
}

export const useNow = (): number => useContext(Now)
