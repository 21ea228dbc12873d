/** What holds for every operation, in Markdown, so that none of them has to say it. */
export const introduction = `IT-asset inventory: devices, their snapshots, and the segments they are found on.

**Calls.** HTTPS only. Get a token with the Client ID and Client secret of an App registration, send it as
\`Authorization: Bearer …\`, and keep it until it expires. Reading needs no capability; an operation that needs one says so.
A call acts on the caller's current site, or on the one in \`X-Site-Id\`.

**Data.** JSON with camelCase keys. Ids are UUIDs. Times are written in UTC with milliseconds; any RFC 3339 date-time with
an offset is taken. More fields may come in answers: ignore those that you do not know. A request must not have any that are
not described, nor such a query parameter: that is 400.

**Lists** are \`{items, total}\`: \`limit\` items (50, at most 1000) after \`offset\` others, of \`total\` that match. Each has
an order of its own, ties broken by id, so paging neither skips nor repeats what did not change. By name is by the alphabet,
whatever the case.

**Changes.** A PATCH is a JSON merge patch (RFC 7396): what is absent stays. A single resource has a strong \`ETag\`.
\`If-Match\` makes a PATCH or DELETE 412 when somebody has edited the resource since; what is found and counted, such as
\`lastSeen\` or a tag's \`deviceCount\`, is no edit. \`If-None-Match\` makes a GET 304 when nothing at all differs.

**Errors** are problems (RFC 9457): \`code\` is stable and for programs, \`detail\` is for people, \`errors\` names each invalid
place. \`requestId\` finds the request in the log. The token endpoint answers as RFC 6749 says.

**Limits.** On 429 wait for \`Retry-After\` seconds. On 503 with \`status\` \`upgrade_in_progress\` wait for 30 seconds at least.

**Versions.** Resources are under \`/api/v1\`; \`/api/audit-data\` is the older family. What is described here is what this
instance serves.`
