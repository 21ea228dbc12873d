/** Advice for task errors, by phrases of the error texts of the Audit Service and the collector. */
export const advice: readonly { phrases: readonly string[]; text: string }[] = [
  {
    phrases: ['No Audit Service accepted this task', 'before it was started', 'sent no heartbeat for an hour'],
    text: 'Check that the Audit Service is Active and its clock is right, then start the task again.',
  },
  {
    phrases: ['no longer runs it'],
    text: 'The Audit Service stopped or lost the task. Start the task again.',
  },
  {
    phrases: ['does not understand this task'],
    text: 'Update the Audit Service to the version of the collector.',
  },
  {
    phrases: ['has no credential of kind', 'could be read: is there a credential'],
    text: 'Add a credential to the segment that works on its hosts.',
  },
  {
    phrases: [' refuses '],
    text: 'Check the segment’s credential and the permissions of its account.',
  },
  {
    phrases: ['nothing answered'],
    text: 'Check that the host is on and that the Audit Service can reach its address.',
  },
  {
    phrases: ['; at most ', 'too large to send'],
    text: 'Split the segment into several.',
  },
  {
    phrases: ['no address to scan', 'not scanned: ', 'have no address'],
    text: 'Check the names and the DNS server of the Audit Service.',
  },
  {
    phrases: ['cannot connect to the directory', 'cannot be reached'],
    text: 'Check the address and firewalls between it and the Audit Service.',
  },
  {
    phrases: ['host key'],
    text: 'Check whether the host was reinstalled. If so, remove its old key on the Audit Service.',
  },
]

/** Returns the advice for a task error, if there is any. */
export const adviceFor = (error: string): string | undefined =>
  advice.find(({ phrases }) => phrases.some((phrase) => error.includes(phrase)))?.text
