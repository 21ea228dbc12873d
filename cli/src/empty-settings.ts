/** Takes a setting without a value as not set, as container tools write those that were left out. */
export function leaveOutEmptySettings(): void {
  for (const [name, value] of Object.entries(process.env)) {
    if (name.startsWith('ROLLCALL_') && value?.trim() === '') delete process.env[name]
  }
}
