import { challengeCases } from "./challenge-cases";
import { pageCases } from "./page-cases";
import { principalCases } from "./principal-cases";
import { registrationCases } from "./registration-cases";
import type { ServerCase } from "./server-case";
import { signInCases } from "./sign-in-cases";
import { userCases } from "./user-cases";
import { vaultCases } from "./vault-cases";

const unknowns: ServerCase[] = [
  "nothing",
  "passkey",
  "passkey/registration",
  "passkey/registration/authorize/more",
  "user",
  "a%2Fb",
  "%E2%98%83",
].map((path) => ({
  name: `unknown path ${path}`,
  status: 404,
  tag: "@error/NotFound",
  wire: ({ key }) => ({ method: "GET", path, headers: key }),
}));

/** The cases below a tenancy's path, by what they are about. */
export const tenancyCases: [area: string, cases: ServerCase[]][] = [
  ["registration", registrationCases],
  ["pages", pageCases],
  ["sign-in", signInCases],
  ["principals", principalCases],
  ["users", userCases],
  ["the vault", vaultCases],
  ["challenges", challengeCases],
  ["unknown paths", unknowns],
];
