/** States in Markdown the rules that hold for every operation, so that no operation repeats them. */
export const introduction = `IT-asset inventory: devices, their snapshots, and the network segments on which they are discovered.

**Calls.** HTTPS only. Get a token with the Client ID and Client secret of an App registration. Send it as
\`Authorization: Bearer …\` and reuse it until it expires. Reading needs no capability; an operation that needs one names it.
A call acts on the current site of the caller, or on the site in \`X-Site-Id\`.

**Data.** JSON with camelCase keys. Ids are UUIDs. Times in responses are in UTC with milliseconds; requests accept any
RFC 3339 date-time with an offset. Responses may get further fields: ignore fields that you do not use. A request with a
field or query parameter that is not described gets 400.

**Lists** are \`{items, total}\`: up to \`limit\` items (default 50, at most 1000) after the first \`offset\`, and the number of all
that match. Each list has a fixed order, with the id as the last criterion, so paging neither skips nor repeats unchanged
items. Names are sorted alphabetically, without regard to case.

**Changes.** A PATCH is a JSON merge patch (RFC 7396): absent fields stay unchanged. A single resource has a strong \`ETag\`.
With \`If-Match\`, a PATCH or DELETE gets 412 if somebody has edited the resource since. Values that the collector finds or
counts, such as \`lastSeen\` or the \`deviceCount\` of a tag, are not edits. With \`If-None-Match\`, a GET gets 304 if the
response would be the same.

**Errors** are problems (RFC 9457): \`code\` is stable and for programs, \`detail\` is for people, and \`errors\` names each
invalid field. \`requestId\` identifies the request in the log. Errors of the token endpoint follow RFC 6749.

**Limits.** After 429, wait for \`Retry-After\` seconds. After 503 with \`status\` \`upgrade_in_progress\`, wait for at least
30 seconds.

**Versions.** Resources are under \`/api/v1\`; \`/api/audit-data\` is the older family. This description matches the version
that this instance runs.`
