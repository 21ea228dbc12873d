export function installPackages(neededBy: 'run' | 'test'): Promise<string | undefined>
export function packagesAreThere(folder: string, neededBy: 'run' | 'test'): boolean
export function explain(stderr: string): string
