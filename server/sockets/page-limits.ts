/** Fixed bounds of pages. Of those of the API, see lib/limits.ts. */
export const pageLimits = {
  /** Bodies of server actions; see server-actions.ts. A logo has up to 256 KiB. */
  serverActions: { bytes: 64 * 1024, signedInBytes: 1024 * 1024, parts: 100 },
  /**
   * Files that an address requests in a minute. A page has several. Schemas and the OpenAPI document are
   * larger, and for developers.
   */
  files: { perMinute: 6_000, documentsPerMinute: 600 },
  /** Pages that render at the same time, and how long one counts as rendering. */
  pageTurns: { perVisitor: 2, perKey: 2, all: 4, waiting: 1_000, longestMs: 250 },
  /**
   * Requests of one visitor and minute for pages, and those among them for public pages that must be
   * rendered; see public-pages.ts. A network may send `networkFactor` times as many.
   */
  publicPages: {
    perMinute: 600,
    rendersPerMinute: 120,
    networkFactor: 10,
    visitors: 20_000,
    cacheBytes: 32 * 1024 * 1024,
  },
} as const;
