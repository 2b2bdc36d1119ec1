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

export const tenancyCases: ServerCase[] = [
  ...registrationCases,
  ...pageCases,
  ...signInCases,
  ...principalCases,
  ...userCases,
  ...vaultCases,
  ...challengeCases,
  ...unknowns,
];
