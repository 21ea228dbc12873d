import { escapeXml } from './escape-xml.ts'

/** Name of the agent's job, and of its property list. */
export const launchdLabel = 'com.rollcall.agent'

/**
 * Returns the launchd.plist(5) of the agent: at each start of the Mac and then every hour, with low priority.
 * launchd counts the hour from the start, so a fleet does not send at the same time. While `oftenFile` exists, it starts
 * a run again five minutes after it has started the last one.
 */
export function launchdText(command: readonly string[], oftenFile: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${launchdLabel}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${escapeXml(word)}</string>\n`).join('')}  </array>
  <key>StartInterval</key>
  <integer>3600</integer>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>PathState</key>
    <dict>
      <key>${escapeXml(oftenFile)}</key>
      <true/>
    </dict>
  </dict>
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
