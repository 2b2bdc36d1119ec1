const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Lifetimes in milliseconds (contract §3). */
export const lifetimes = {
  registrationTokenMs: 10 * minute,
  authenticationTokenMs: 10 * minute,
  sessionGraceMs: minute,
  codeMs: 5 * minute,
  idTokenMs: 5 * minute,
  preparedTokenMs: 10 * minute,
  /** Covers two of the longest-lived codes. */
  passkeyProofMs: 20 * minute,
  /** How long a notice's link can report a new passkey, and a replaced email gets notices. */
  passkeyReportMs: 7 * 24 * hour,
  /** Lifetime of an open hosted page, and of a mailbox proof on it. */
  hostedRequestMs: hour,
  hostedProofMs: 10 * minute,
  hostedLaterMs: 30 * 24 * hour,
  /** How long a browser counts as known to a mailbox after a sign-in. */
  knownBrowserMs: 180 * 24 * hour,
  ceremonyTimeoutMs: 5 * minute,
  ceremonyTimeoutMinMs: 10 * second,
  ceremonyTimeoutMaxMs: 10 * minute,
  keyUseRecordedEveryMs: minute,
  keyOverlapMostMs: 7 * 24 * hour,
  /** How long the secret before a rotation still signs. */
  webhookOverlapMostMs: 7 * 24 * hour,
  /** How long before its expiry the console marks a key. */
  keyExpiryMarkedMs: 14 * 24 * hour,
  signingKeyCacheMs: minute,
  signingKeyAnnouncedMs: 10 * minute,
  signingKeyOverlapMs: hour,
  challengeWindowMs: 10 * minute,
  /** How long applying configuration files may take, because it is one transaction. */
  configurationMs: minute,
  /** The same for re-encrypting all keys and secrets. */
  reEncryptionMs: minute,
  dayMs: 24 * hour,
  /** How long a webhook or a tenancy that is off keeps what waits for it. */
  disabledQueueMs: 7 * 24 * hour,
  hourMs: hour,
  /** Longer than one delivery attempt and shorter than the shortest challenge lifetime. */
  deliveryLeaseMs: 20 * second,
  deliveryTimeoutMs: 15 * second,
  deliveryRetryMinMs: 2 * second,
  deliveryRetryMaxMs: minute,
  deliveryPollMs: second,
  /** After that, a request with an Idempotency-Key that has no outcome can be sent again. */
  idempotentAttemptMs: 30 * second,
  idempotentRequestMs: 24 * hour,
  purgeEveryMs: minute,
  sealEveryMs: second,
  sealLoggedEveryMs: minute,
  /** How long a request for events may wait for the next one, and how often the process looks. */
  feedWaitMs: 25 * second,
  feedReadEveryMs: second,
  chainReadEveryMs: minute,
  searchIndexRetryMs: 10 * second,
  activityFlushEveryMs: 3 * second,
  timelineFlushEveryMs: second,
  alarmCheckEveryMs: minute,
  /** Shorter than the interval, so that a timer that fires early does not skip a check. */
  alarmCheckWindowMs: 50 * second,
  timelineWindowMs: minute,
  activityKeptMs: 90 * 24 * hour,
  operatorIdleMs: 12 * hour,
  operatorSessionMs: 7 * 24 * hour,
  operatorSeenEveryMs: minute,
  stepUpMs: 5 * minute,
  passkeyTrustMs: 24 * hour,
  setUpLinkMs: hour,
  recoveryLinkMs: 10 * minute,
  invitationMs: 7 * 24 * hour,
  drainMs: 10 * second,
  drainIdleMs: second,
  /** How long one export of spans may take. */
  traceExportMs: 5 * second,
  /** How long a process that stops waits for its last spans to be exported. */
  traceFlushMs: 2 * second,
  /** RFC 9116 §2.5.5 recommends less than a year. */
  securityTxtMs: 180 * 24 * hour,
} as const;

/** How long work waits for the database before it fails, in milliseconds. */
export interface DatabaseWaits {
  /** For a free connection, or a turn of its tenancy. */
  connectionMs: number;
  /** For one statement or one transaction of Prisma. */
  statementMs: number;
  rowLockMs: number;
  /** In memory, without a connection. */
  advisoryLockMs: number;
}

const databaseWaits: DatabaseWaits = {
  connectionMs: 5 * second,
  statementMs: 10 * second,
  rowLockMs: 5 * second,
  advisoryLockMs: 5 * second,
};

/** Fixed sizes and counts. No setting changes them. */
export const limits = {
  bodyBytes: 64 * 1024,
  linesBytes: 16 * 1024 * 1024,
  lineBytes: 16 * 1024,
  /** Includes blank lines, because they also cost time to read. */
  lines: 100_000,
  /** Of the files and documents of one `keystead apply`. */
  configuration: { fileBytes: 1024 * 1024, documents: 100, aliases: 100, apiKeys: 100 },
  emailOctets: 254,
  credentialIdBytes: 1023,
  /** Of an RSA key: a credential's, a certificate's or a root's. Larger ones are slow to verify. */
  rsa: { minBits: 2048, maxBits: 4096, maxExponentBytes: 4 },
  /** Of an attestation's chain. Chains of real devices have up to five certificates and 6 KiB. */
  attestationChain: { certificates: 6, bytes: 8 * 1024 },
  userAgentCharacters: 512,
  requestHeadMs: 10 * second,
  requestBodyMs: 15 * second,
  /**
   * Longer than `requestBodyMs`, because lines are read only as fast as the database stores them.
   */
  requestLinesMs: 5 * minute,
  connectionsCheckedEveryMs: 2 * second,
  /** See server/sockets/socket-limits.ts. */
  waitingRequests: 32,
  stalledSocketMs: 30 * second,
  connectionsPerAddress: 1_000,
  /** A development tenancy allows an address, and its network, this many times as many requests. */
  developmentAddressFactor: 10,
  /** An IPv6 /48 gets this many times the limit of one address, which is a /64. */
  addressesPerSite: 4,
  connections: 10_000,
  databaseConnections: 10,
  /** Of all workers of one start. PostgreSQL allows 100 by default. */
  databaseConnectionsOfWorkers: 80,
  /** How long a process waits for the database at a scrape. Shorter than `workerMetricsMs`. */
  metricsReadMs: 500,
  /** How long /metrics waits for the counts of a worker. */
  workerMetricsMs: second,
  /** Pause before a worker that ended while it started is started again. */
  workerRestartMs: second,
  /**
   * Concurrent connections of one tenancy's requests, and how many requests wait in memory for one.
   * Together, tenancies use as many as the process has.
   */
  databaseShare: { connections: 5, waiting: 1_000 },
  /**
   * Concurrent requests of one tenancy in a process, and how many more wait. Coalesced calls don't
   * count.
   */
  requestTurns: { requests: 8, waiting: 1_000 },
  /** See lib/domain/base/tenancy/known-tenancies.ts. */
  knownTenancies: { readEveryMs: 10 * second, lookupsPerSecond: 20, pageRows: 5_000 },
  databaseWaits,
  /**
   * See lib/platform/database-watch.ts. A hung database is noticed after at most four seconds.
   * `lostMs` exceeds `databaseWaits.statementMs`, because PostgreSQL ends a statement after that time.
   */
  databaseWatch: { checkEveryMs: 250, silentMs: 2 * second, answerMs: 1_500, lostMs: 12 * second },
  /** How many requests wait for an advisory lock, and the pause between attempts. */
  locks: { waiting: 1_000, retryMinMs: 5, retryMaxMs: 20 },
  /**
   * Default limits of lib/platform/coalesce.ts, per kind of call and tenancy.
   */
  coalesce: { maxBatchSize: 50, maxConcurrent: 2, minQueued: 8 },
  /** Stored rows that a loop handles before it lets other requests run. */
  rowsPerTurn: 20,
  purgeBatchRows: 1_000,
  /** Live requests with an Idempotency-Key per tenancy. */
  idempotentRequests: 10_000,
  sealBatchRows: 1_000,
  /** See lib/domain/event/feed. A page with `types` reads up to `readRows` events. */
  feed: {
    sealsPerBatch: 5,
    pageRows: 1_000,
    readRows: 10_000,
    followersPerTenancy: 20,
    followers: 200,
  },
  activityKeys: 10_000,
  /** Timeline events that are stored per minute, before further ones are only counted. */
  timelineEventsPerSource: 20,
  timelineRefusalsPerPrefix: 60,
  timelineRefusalsPerTenancy: 600,
  timelineQuotas: 50_000,
  timelineBuffer: 20_000,
  timelineDaysMax: 365,
  /** Ids whose changes a page of a timeline looks up. */
  timelineTargets: 200,
  /** Of what an operator writes about why they do something. */
  reasonCharacters: 200,
  requiredReasonCharacters: 3,
  /** Of one changed setting in an audit event. */
  auditValueCharacters: 2_000,
  /** A credential id of 1023 bytes as base64url. */
  timelineIdCharacters: 1_364,
  /** Tenancies whose alarms one statement checks, and the newest emails of each that it reads. */
  alarmBatchTenancies: 100,
  alarmEmails: 200,
  searchedRows: 5_000,
  /** The newest users, which a search reads before it uses the index. */
  searchLatestUsers: 1_000,
  /** Older users, which it reads instead of the index if many of the newest ones match. */
  searchOlderUsers: 5_000,
  /** Users found by the search index, of which a page shows the newest. */
  searchMatches: 200,
  /** Users that a suggestion compares with each part of a mistyped address. */
  suggestedFrom: 100,
  /** Totals of console lists are exact up to here. */
  countedRows: 10_000,
  /** The newest timeline events of a user among which lists look for the last sign-in. */
  lastSignInEvents: 20,
  /** Users, operators, keys or ids that one text of an audit search names, and their passkeys. */
  resolvedParties: 20,
  resolvedPasskeys: 100,
  testEmailsPerHour: 10,
  codeSessionActionsPerHour: 10,
  /** Keys of a tenancy in use, above which API keys can't create more. */
  apiKeysInUse: 1_000,
  webhooks: 10,
  webhookUrlCharacters: 2_048,
  /** Webhooks whose secrets are re-encrypted at once. */
  reEncryptedRows: 1_000,
  invitationEmails: { perAddressAndHour: 3, perTenancyAndDay: 50 },
  exportPageRows: 100,
  /** Passkeys that a simulation reads at once, and refused ones that the console lists. */
  simulationPageRows: 500,
  simulationListed: 100,
  policyVersionsShown: 20,
  /** Attestations of older releases that are read at once. */
  unreadChains: 50,
  /** Passkeys of one user handle that a signal after a sign-in can list. */
  acceptedPasskeys: 1_000,
  /** Replaced emails of a user that get notices. The first ones count. */
  previousEmails: 20,
  importBatchLines: 100,
  /** Runs ANALYZE after one request has created this many passkeys. */
  importAnalyzesAt: [500, 5_000],
  importProblems: 1_000,
  userHandleBytes: 64,
  rateWindowMs: minute,
  /** Concurrent email deliveries of a process, and the maximum for one tenancy. */
  concurrentDeliveries: 8,
  concurrentDeliveriesPerTenancy: 5,
  /**
   * One request of lib/platform/guarded-client. `totalMs` includes `resolveMs`, and an address that
   * doesn't answer gives way to the next one after `connectionAttemptMs`.
   */
  guardedRequest: {
    totalMs: 10 * second,
    resolveMs: 2 * second,
    connectionAttemptMs: 2 * second,
    resolvedAddresses: 64,
    addressesPerFamily: 2,
    interimResponses: 10,
    headBytes: 64 * 1024,
    bodyBytes: 64 * 1024,
    excerptBytes: 256,
  },
  /**
   * Wrong codes for a mailbox in 24 hours after which new challenges allow only one attempt, and
   * after which their codes also get `longCodeDigits` digits.
   */
  wrongCodesUntilOneAttempt: 10,
  wrongCodesUntilLongCode: 30,
  longCodeDigits: 10,
  /** One address prefix gets this fraction (1/20, 5 %) of a tenancy's budget for all visitors. */
  prefixesPerBudget: 20,
  /** Mailboxes that one browser can be known to. The oldest is dropped. */
  knownBrowserMailboxes: 5,
  /** Maximum number of rows that a console page scans without an index. */
  consoleScanRows: 1_000,
  hostedStateCharacters: 1_024,
} as const;

/** `max-age` in seconds of cacheable responses. */
export const cacheSeconds = {
  securityTxt: 86_400,
  schema: 3_600,
  keySet: 300,
  relatedOrigins: 300,
  clientFile: 300,
  clientVersion: 31_536_000,
  icon: 86_400,
  logo: 300,
  logoVersion: 31_536_000,
  hostedFile: 31_536_000,
} as const;
