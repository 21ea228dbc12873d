import { escapeXml } from './escape-xml.ts'

/** Names of the jobs of the hourly runs and of the watch, and of their property lists. */
export const launchdLabel = 'com.rollcall.agent'
export const watchLabel = `${launchdLabel}.watch`

/**
 * Returns the launchd.plist(5) of the runs: at each start of the Mac and then every hour. launchd counts the hour from
 * the start, so a fleet does not send at the same time. While `oftenFile` exists, it starts a run again five minutes
 * after it has started the last one.
 */
export const launchdText = (command: readonly string[], oftenFile: string): string =>
  jobText(
    launchdLabel,
    command,
    `  <key>StartInterval</key>
  <integer>3600</integer>
  <key>KeepAlive</key>
  <dict>
    <key>PathState</key>
    <dict>
      <key>${escapeXml(oftenFile)}</key>
      <true/>
    </dict>
  </dict>`,
  )

/** Returns the launchd.plist(5) of the watch: from each start of the Mac, and again after a failure. */
export const watchJobText = (command: readonly string[]): string =>
  jobText(
    watchLabel,
    command,
    `  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>`,
  )

/** Returns a job with low priority, which launchd starts again after five minutes at the earliest. */
function jobText(label: string, command: readonly string[], conditions: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${escapeXml(word)}</string>\n`).join('')}  </array>
  <key>RunAtLoad</key>
  <true/>
${conditions}
  <key>ThrottleInterval</key>
  <integer>300</integer>
  <key>ProcessType</key>
  <string>Background</string>
  <key>LowPriorityIO</key>
  <true/>
  <key>Nice</key>
  <integer>10</integer>
  <key>Umask</key>
  <integer>${0o077}</integer>
</dict>
</plist>
`
}
