/**
 * Ports on which hosts that drop echo requests most often answer. A refusal by the host counts too. None of these ports
 * prints data that it receives.
 */
export const portsToSweep: readonly number[] = [443, 22, 80, 3389, 445, 135, 23, 8080]
