/** A request as its client saw it. Times are of performance.now(). */
export interface Sent {
  /** Such as "sign-in verification". */
  kind: string;
  requestId: string;
  /** Index of the instance. */
  instance: number;
  startedAt: number;
  endedAt: number;
  /** Undefined if the connection broke before a response. */
  status?: number;
  /** The error tag of the response, or the connection's error code. */
  error?: string;
  message?: string;
  hasRetryAfter?: boolean;
}

/** `unknown`: no response, or a 503, which may have taken effect. */
export type Outcome = "accepted" | "refused" | "unknown";

export const useKinds = [
  "registration token",
  "registration session",
  "sign-in session",
  "code",
  "challenge",
] as const;

export type UseKind = (typeof useKinds)[number];

/** A one-time value, and what its uses returned. */
export interface Use {
  kind: UseKind;
  /** A token, a code, or the id of a challenge. */
  value: string;
  /** When the reply that issued it arrived. */
  issuedAt: number;
  usedAt: number;
  outcomes: Outcome[];
}

interface Registration {
  requestId: string;
  userId: string;
  sub: string;
  passkeyId: string;
  credentialId: string;
}

interface SignIn {
  requestId: string;
  credentialId: string;
  /** The signature counter of the assertion. */
  counter: number;
}

interface CreatedChallenge {
  requestId: string;
  id: string;
  email: string;
}

interface Verification {
  requestId: string;
  challengeId: string;
}

interface WrongGuess {
  challengeId: string;
  attemptsRemaining: number;
}

interface ManagedUser {
  userId: string;
  /** The acknowledged changes, one after the other. */
  requestIds: string[];
}

/** What the load sent, and what was acknowledged with 2xx. Checks compare it with the database. */
export interface Journal {
  sent: Sent[];
  registrations: Registration[];
  signIns: SignIn[];
  challenges: CreatedChallenge[];
  verifications: Verification[];
  wrongGuesses: WrongGuess[];
  managed: ManagedUser[];
  uses: Use[];
  /** Acknowledged passkeys that were read, and whether the reply had them. */
  reads: { passkeyId: string; isFound: boolean }[];
  /** Replies that the load never expects, described. */
  unexpected: string[];
}

export const createJournal = (): Journal => ({
  sent: [],
  registrations: [],
  signIns: [],
  challenges: [],
  verifications: [],
  wrongGuesses: [],
  managed: [],
  uses: [],
  reads: [],
  unexpected: [],
});
