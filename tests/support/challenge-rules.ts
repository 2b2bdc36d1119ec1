import type { ApiReply } from "@/lib/testing/api-client";
import type { TestTenancy } from "@/lib/testing/test-tenancy";

export interface CreatedChallenge {
  challengeId: string;
  secret: string;
  code: string;
}

let count = 0;
/** A mailbox that no other test has. */
export const newMailbox = () => `box-${process.pid}-${count++}@example.com`;

export const createChallenge = (tenancy: TestTenancy, body: object = {}): Promise<ApiReply> =>
  tenancy.backend("POST", "challenges", { purpose: "login", email: newMailbox(), ...body });

/** A challenge that was made, whatever its mailbox. */
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

/** A code of the same length that is not the right one; `index` makes different ones. */
export function wrongCode({ code }: CreatedChallenge, index = 0): string {
  return String((Number(code) + 1 + index) % 10 ** code.length).padStart(code.length, "0");
}

export const guess = (tenancy: TestTenancy, challenge: CreatedChallenge, index = 0) =>
  verify(tenancy, { ...challenge, code: wrongCode(challenge, index) });
