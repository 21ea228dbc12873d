/** Describes in a confirmation what revoking agents ends and what stays. */
export const revocationOf = (agents: number): string =>
  agents === 1
    ? 'Its token ends at once: the collector refuses its next snapshot. It leaves this list. Its device and snapshots stay. The program stays on its machine until you uninstall it there.'
    : 'Their tokens end at once: the collector refuses their next snapshots. They leave this list. Their devices and snapshots stay. The programs stay on their machines until you uninstall them there.'
