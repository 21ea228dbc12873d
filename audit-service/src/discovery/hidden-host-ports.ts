/**
 * Ports that hosts which drop echo requests most often answer on. Any of them may refuse: a refusal by the host proves
 * it as well. None of them prints what it is sent.
 */
export const hiddenHostPorts: readonly number[] = [443, 22, 80, 3389, 445, 135, 23, 8080]
