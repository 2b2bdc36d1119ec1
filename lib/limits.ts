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
  /** How long a hosted page may stand open, and how long a mailbox proof made on it is good for. */
  hostedRequestMs: hour,
  hostedProofMs: 10 * minute,
  hostedLaterMs: 30 * 24 * hour,
  /** How long a browser is known to a mailbox after a sign-in. */
  knownBrowserMs: 180 * 24 * hour,
  ceremonyTimeoutMs: 5 * minute,
  ceremonyTimeoutMinMs: 10 * second,
  ceremonyTimeoutMaxMs: 10 * minute,
  keyUseRecordedEveryMs: minute,
  keyOverlapMostMs: 7 * 24 * hour,
  signingKeyCacheMs: minute,
  signingKeyAnnouncedMs: 10 * minute,
  signingKeyOverlapMs: hour,
  challengeWindowMs: 10 * minute,
  dayMs: 24 * hour,
  hourMs: hour,
  /** Shorter than the shortest life of a challenge, longer than an attempt. */
  deliveryLeaseMs: 20 * second,
  deliveryTimeoutMs: 15 * second,
  deliveryRetryMinMs: 2 * second,
  deliveryRetryMaxMs: minute,
  deliveryPollMs: second,
  purgeEveryMs: minute,
  sealEveryMs: minute,
  activityFlushEveryMs: 3 * second,
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
  /** RFC 9116 §2.5.5 recommends less than a year. */
  securityTxtMs: 180 * 24 * hour,
} as const;

/** Sizes and counts that no setting changes. */
export const limits = {
  bodyBytes: 64 * 1024,
  linesBytes: 16 * 1024 * 1024,
  lineBytes: 16 * 1024,
  /** Blank ones too: what costs nothing to send must not cost much to read. */
  lines: 100_000,
  emailOctets: 254,
  credentialIdBytes: 1023,
  userAgentCharacters: 512,
  requestHeadMs: 10 * second,
  requestBodyMs: 15 * second,
  /** Lines are read as fast as the database takes them. */
  requestLinesMs: 5 * minute,
  connectionsCheckedEveryMs: 2 * second,
  /** See lib/http/admission/socket-limits.ts. */
  waitingRequests: 32,
  stalledSocketMs: 30 * second,
  connectionsPerAddress: 1_000,
  connections: 10_000,
  databaseConnections: 10,
  /**
   * Connections that the requests of one tenancy hold at once, and how many more of its requests
   * wait for one in memory.
   */
  databaseShare: { connections: 5, waiting: 1_000 },
  databaseWaitMs: 5 * second,
  /**
   * Requests of one tenancy that a process works on at once, and how many more wait. Coalesced
   * calls don't count.
   */
  requestTurns: { requests: 8, waiting: 1_000 },
  /** Pages that render at once, and how long one counts as rendering. */
  pageTurns: { perTenancy: 2, all: 4, waiting: 1_000, longestMs: 250 },
  statementMs: 10 * second,
  /**
   * How long a statement waits for a row, how long a request waits in memory for an advisory lock,
   * how many wait for one, and the pause between attempts.
   */
  locks: {
    rowWaitMs: 5 * second,
    waitMs: 5 * second,
    waiting: 1_000,
    retryMinMs: 5,
    retryMaxMs: 20,
  },
  /**
   * Calls that come at once and share a statement; such statements of one kind and tenancy under
   * way; calls that begin another beside one.
   */
  coalesce: { maxBatchSize: 50, maxConcurrent: 2, minQueued: 8 },
  purgeBatchRows: 1_000,
  sealBatchRows: 1_000,
  activityKeys: 10_000,
  searchedRows: 5_000,
  testEmailsPerHour: 10,
  codeSessionActionsPerHour: 10,
  invitationEmails: { perAddressAndHour: 3, perTenancyAndDay: 50 },
  exportPageRows: 100,
  importBatchLines: 100,
  /** After so many passkeys created by one request PostgreSQL looks at the tables anew. */
  importAnalyzesAt: [500, 5_000],
  importProblems: 1_000,
  userHandleBytes: 64,
  rateWindowMs: minute,
  /** Deliveries of a process under way at once, and how many of them may be of one tenancy. */
  concurrentDeliveries: 8,
  concurrentDeliveriesPerTenancy: 5,
  /**
   * Wrong codes of a mailbox in 24 hours after which new challenges allow one attempt, and after
   * which they also get more digits.
   */
  wrongCodesUntilOneAttempt: 10,
  wrongCodesUntilLongCode: 30,
  longCodeDigits: 10,
  /** One address prefix gets one part in so many of what all visitors of a tenancy have (5 %). */
  prefixesPerBudget: 20,
  /** Mailboxes that one browser is known to; the latest stay. */
  knownBrowserMailboxes: 5,
  /** How far a page of the console looks for what no index finds. */
  consoleScanRows: 1_000,
  hostedStateCharacters: 1_024,
} as const;

/** `max-age` in seconds of the few answers that may be cached. */
export const cacheSeconds = {
  securityTxt: 86_400,
  keySet: 300,
  relatedOrigins: 300,
  clientFile: 300,
  clientVersion: 31_536_000,
  icon: 86_400,
  logo: 300,
  logoVersion: 31_536_000,
  hostedFile: 31_536_000,
} as const;
