import type { ApiReply } from "./api-client";
import type { TestTenancy } from "./test-tenancy";

export interface CreatedChallenge {
  challengeId: string;
  secret: string;
  code: string;
}

let count = 0;
/** Returns a mailbox that no other test uses. */
export const newMailbox = () => `box-${process.pid}-${count++}@example.com`;

export const createChallenge = (tenancy: TestTenancy, body: object = {}): Promise<ApiReply> =>
  tenancy.backend("POST", "challenges", { purpose: "login", email: newMailbox(), ...body });

/** Creates a challenge, by default for a new mailbox. @throws if the API refuses it */
export async function challengeOf(
  tenancy: TestTenancy,
  body: object = {},
): Promise<CreatedChallenge> {
  const reply = await createChallenge(tenancy, body);
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body["challenge"] as CreatedChallenge;
}

export const verify = (
  tenancy: TestTenancy,
  { challengeId, secret, code }: CreatedChallenge,
): Promise<ApiReply> => tenancy.backend("POST", "challenges/verify", { challengeId, secret, code });

/** Returns a wrong code of the same length. Each `index` gives a different one. */
export function wrongCode({ code }: CreatedChallenge, index = 0): string {
  return String((Number(code) + 1 + index) % 10 ** code.length).padStart(code.length, "0");
}

export const guess = (tenancy: TestTenancy, challenge: CreatedChallenge, index = 0) =>
  verify(tenancy, { ...challenge, code: wrongCode(challenge, index) });
