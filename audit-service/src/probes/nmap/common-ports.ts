/** Raw print ports: a printer prints all data sent to them. */
export const printPorts = '9100-9107'

export const isPrintPort = (port: number): boolean => port >= 9100 && port <= 9107

/** Default TCP ports of a scan, the most informative ones. */
export const defaultTcpPorts: readonly number[] = [
  21, 22, 23, 25, 53, 80, 88, 110, 111, 135, 139, 143, 389, 443, 445, 465, 515, 548, 554, 587, 623, 631, 636, 902, 993,
  995, 1433, 1521, 1723, 2049, 3260, 3306, 3389, 4786, 5000, 5060, 5357, 5432, 5900, 5985, 5986, 6379, 8000, 8006, 8080,
  8291, 8443, 8728, 9000, 9090, 9100, 9443, 10000, 27017,
]
