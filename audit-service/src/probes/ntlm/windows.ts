import type { DeviceFacts } from '../banner/service-print.ts'

/**
 * Builds that only one product has. Most builds belong to a client and to a server (17763: Windows 10 1809 and Server
 * 2019), so their name stays "Windows".
 */
const products: readonly (readonly [from: number, to: number, name: string])[] = [
  [2600, 2600, 'Windows XP'],
  [6000, 6000, 'Windows Vista'],
  [10240, 10586, 'Windows 10'],
  [15063, 16299, 'Windows 10'],
  [17134, 17134, 'Windows 10'],
  [18362, 19999, 'Windows 10'],
  [20348, 20348, 'Windows Server 2022'],
  [22000, 25000, 'Windows 11'],
  [25398, 25398, 'Windows Server'],
  [26200, 26999, 'Windows 11'],
]

/** Versions of Windows since 2000, each with its builds. Samba and devices report 6.1 with build 0. */
const versions: Readonly<Record<string, readonly [from: number, to: number]>> = {
  '5.0': [2195, 2195],
  '5.1': [2600, 2600],
  '5.2': [3790, 3790],
  '6.0': [6000, 6003],
  '6.1': [7600, 7601],
  '6.2': [9200, 9200],
  '6.3': [9600, 9600],
  '10.0': [10240, 39999],
}

/** Returns the system with a version number as Windows reports it; undefined if no Windows has it. */
export function windowsOf(major: number, minor: number, build: number): Pick<DeviceFacts, 'os' | 'type'> | undefined {
  const [first, last] = versions[`${major}.${minor}`] ?? [1, 0]
  if (build < first || build > last) return undefined
  const name = products.find(([from, to]) => build >= from && build <= to)?.[2] ?? 'Windows'
  return { type: 'computer', os: { name, version: `${major}.${minor}.${build}`, build: `${build}` } }
}
