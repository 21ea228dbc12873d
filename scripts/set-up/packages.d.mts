export function installPackages(): Promise<string | undefined>
export function packagesAreThere(folder: string): boolean
export function explain(stderr: string): string
