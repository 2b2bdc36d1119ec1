import { challengeOf, type CreatedChallenge, wrongCode } from "@/testing/challenge-rules";
import { forbidden, invalid, notAllowed, post, type ServerCase } from "./server-case";
import type { ServerFixture } from "./server-fixture";

let count = 0;
const mailbox = () => `server-${process.pid}-${count++}@example.com`;
const challengeFields = () => ({ purpose: "login", email: mailbox(), sendEmail: false });
const createdChallenge = ({ tenancy }: ServerFixture) => challengeOf(tenancy, challengeFields());
const guessOf = ({ challengeId, secret, code }: CreatedChallenge) => ({
  challengeId,
  secret,
  code,
});

/** The challenge endpoints (contract §7). */
export const challengeCases: ServerCase[] = [
  {
    name: "create a challenge",
    status: 201,
    tag: "ChallengeCreated",
    wire: ({ key }) => post("challenges", challengeFields(), key),
  },
  {
    name: "create a challenge without a key",
    ...forbidden,
    wire: () => post("challenges", challengeFields()),
  },
  {
    name: "create a challenge without a purpose",
    ...invalid,
    wire: ({ key }) => post("challenges", { email: mailbox() }, key),
  },
  {
    name: "create a challenge for an invalid mailbox",
    ...invalid,
    wire: ({ key }) => post("challenges", { purpose: "login", email: "ada" }, key),
  },
  {
    name: "create a sixth challenge",
    status: 429,
    tag: "@error/ChallengeRateLimited",
    wire: async ({ tenancy, key }) => {
      const body = challengeFields();
      for (let index = 0; index < 5; index++) await challengeOf(tenancy, body);
      return post("challenges", body, key);
    },
  },
  {
    name: "GET of challenges",
    ...notAllowed,
    wire: ({ key }) => ({ method: "GET", path: "challenges", headers: key }),
  },
  {
    name: "get a challenge",
    status: 200,
    tag: "Challenge",
    wire: async (fixture) => ({
      method: "GET",
      path: `challenges/${(await createdChallenge(fixture)).challengeId}`,
      headers: fixture.key,
    }),
  },
  {
    name: "HEAD of a challenge",
    status: 200,
    wire: async (fixture) => ({
      method: "HEAD",
      path: `challenges/${(await createdChallenge(fixture)).challengeId}`,
      headers: fixture.key,
    }),
  },
  {
    name: "get an unknown challenge",
    status: 404,
    tag: "@error/NotFound",
    wire: ({ service, key }) => ({
      method: "GET",
      path: `challenges/${service.createId()}`,
      headers: key,
    }),
  },
  {
    name: "delete a challenge",
    status: 202,
    tag: "ChallengeDeleted",
    wire: async (fixture) => ({
      method: "DELETE",
      path: `challenges/${(await createdChallenge(fixture)).challengeId}`,
      headers: fixture.key,
    }),
  },
  {
    name: "delete an unknown challenge",
    status: 202,
    tag: "ChallengeDeleted",
    wire: ({ key }) => ({ method: "DELETE", path: "challenges/x", headers: key }),
  },
  {
    name: "verify a challenge",
    status: 200,
    tag: "ChallengeVerified",
    wire: async (fixture) =>
      post("challenges/verify", guessOf(await createdChallenge(fixture)), fixture.key),
  },
  {
    name: "verify a wrong code",
    status: 400,
    tag: "@error/InvalidChallengeCode",
    wire: async (fixture) => {
      const challenge = await createdChallenge(fixture);
      return post(
        "challenges/verify",
        { ...guessOf(challenge), code: wrongCode(challenge) },
        fixture.key,
      );
    },
  },
  {
    name: "verify an unknown challenge",
    status: 400,
    tag: "@error/InvalidChallenge",
    wire: ({ key }) => post("challenges/verify", { challengeId: "x", secret: "x", code: "x" }, key),
  },
  {
    name: "GET of the verification",
    status: 405,
    tag: "@error/MethodNotAllowed",
    wire: ({ key }) => ({ method: "GET", path: "challenges/verify", headers: key }),
  },
];
