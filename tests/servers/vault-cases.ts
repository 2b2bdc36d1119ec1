import {
  asPage,
  forbidden,
  invalid,
  invalidToken,
  json,
  notAllowed,
  post,
  type ServerCase,
  unknownToken,
} from "./server-case";
import { page, registerUser, type ServerFixture } from "./server-fixture";
import { importCases } from "./vault-file-cases";

const passkeyOf = async (fixture: ServerFixture) =>
  `passkeys/${(await registerUser(fixture)).principal.authenticatorId}`;
const exchangeOf = async (
  fixture: ServerFixture,
  step: string,
  tokenName: string,
  body: object,
) => {
  const prepared = await fixture.tenancy.backend("POST", `passkeys/${step}`, body);
  return asPage(`passkeys/${step}/exchange`, { [tokenName]: prepared.body[tokenName] });
};

/** The passkey endpoints (contract §6). */
export const vaultCases: ServerCase[] = [
  ...importCases,
  {
    name: "list passkeys",
    status: 200,
    tag: "FindAllPasskeys",
    wire: ({ key }) => ({ method: "GET", path: "passkeys?limit=1", headers: key }),
  },
  {
    name: "list passkeys of an unknown user",
    status: 200,
    tag: "FindAllPasskeys",
    wire: ({ key }) => ({
      method: "GET",
      path: "passkeys?userId=a%2Fb%20%C3%BC&enabled=true",
      headers: key,
    }),
  },
  {
    name: "HEAD of the list",
    status: 200,
    wire: ({ key }) => ({ method: "HEAD", path: "passkeys", headers: key }),
  },
  {
    name: "a limit of zero",
    ...invalid,
    wire: ({ key }) => ({ method: "GET", path: "passkeys?limit=0", headers: key }),
  },
  {
    name: "a forged cursor",
    ...invalid,
    wire: ({ key }) => ({ method: "GET", path: "passkeys?cursor=e30.AAAA", headers: key }),
  },
  {
    name: "a query with a bad escape",
    ...invalid,
    wire: ({ key }) => ({ method: "GET", path: "passkeys?cursor=%zz", headers: key }),
  },
  {
    name: "an unknown query parameter",
    ...invalid,
    wire: ({ key }) => ({ method: "GET", path: "passkeys?user_id=99", headers: key }),
  },
  {
    name: "the list without a key",
    ...forbidden,
    wire: () => ({ method: "GET", path: "passkeys" }),
  },
  { name: "POST to the list", ...notAllowed, wire: ({ key }) => post("passkeys", {}, key) },
  {
    name: "GET passkey",
    status: 200,
    tag: "Passkey",
    wire: async (fixture) => ({
      method: "GET",
      path: await passkeyOf(fixture),
      headers: fixture.key,
    }),
  },
  {
    name: "PATCH passkey",
    status: 202,
    tag: "Passkey",
    wire: async (fixture) => ({
      method: "PATCH",
      path: await passkeyOf(fixture),
      headers: fixture.key,
      body: { username: "grace", enabled: false },
    }),
  },
  {
    name: "PATCH passkey without fields",
    ...invalid,
    wire: async (fixture) => ({
      method: "PATCH",
      path: await passkeyOf(fixture),
      headers: fixture.key,
      body: {},
    }),
  },
  {
    name: "DELETE passkey",
    status: 202,
    tag: "Passkey",
    wire: async (fixture) => ({
      method: "DELETE",
      path: await passkeyOf(fixture),
      headers: fixture.key,
    }),
  },
  {
    name: "DELETE passkey with a body",
    status: 202,
    tag: "Passkey",
    wire: async (fixture) => ({
      method: "DELETE",
      path: await passkeyOf(fixture),
      headers: { ...fixture.key, ...json, "content-length": 2 },
      body: "{}",
    }),
  },
  {
    name: "an unknown passkey",
    status: 404,
    tag: "@error/NotFound",
    wire: ({ service, key }) => ({
      method: "GET",
      path: `passkeys/${service.createId()}`,
      headers: key,
    }),
  },
  {
    name: "PATCH a user's passkeys",
    status: 202,
    tag: "UpdatedPasskeys",
    wire: async (fixture) => ({
      method: "PATCH",
      path: `users/${encodeURIComponent((await registerUser(fixture)).principal.userId)}/passkeys`,
      headers: fixture.key,
      body: { username: "grace" },
    }),
  },
  {
    name: "DELETE a user's passkeys",
    status: 202,
    tag: "DeletedPasskeys",
    wire: async (fixture) => ({
      method: "DELETE",
      path: `users/${encodeURIComponent((await registerUser(fixture)).principal.userId)}/passkeys`,
      headers: fixture.key,
    }),
  },
  {
    name: "the passkeys of an unknown user with a slash",
    status: 404,
    tag: "@error/NotFound",
    wire: ({ key }) => ({ method: "DELETE", path: "users/a%2Fb/passkeys", headers: key }),
  },
  {
    name: "prepare an update",
    status: 202,
    tag: "PreparedPasskeyUpdate",
    wire: ({ key }) => post("passkeys/update", { userId: "unknown", username: "x" }, key),
  },
  {
    name: "prepare a deletion",
    status: 202,
    tag: "PreparedPasskeyDeletion",
    wire: ({ key }) => post("passkeys/delete", { passkeyIds: ["nothing"] }, key),
  },
  {
    name: "prepare a deletion by both selectors",
    ...invalid,
    wire: ({ key }) => post("passkeys/delete", { passkeyIds: ["nothing"], userId: "unknown" }, key),
  },
  {
    name: "prepare a pruning",
    status: 202,
    tag: "PreparedPasskeyPruning",
    wire: ({ key }) => post("passkeys/prune", { userId: "unknown" }, key),
  },
  {
    name: "exchange for an update",
    status: 200,
    tag: "PasskeyUpdateInstructions",
    wire: (fixture) =>
      exchangeOf(fixture, "update", "updatePasskeysToken", { userId: "unknown", username: "x" }),
  },
  {
    name: "exchange for a deletion",
    status: 200,
    tag: "PasskeyDeletionInstructions",
    wire: (fixture) => exchangeOf(fixture, "delete", "deletePasskeysToken", { userId: "unknown" }),
  },
  {
    name: "exchange for a pruning",
    status: 200,
    tag: "PasskeyPruningInstructions",
    wire: (fixture) => exchangeOf(fixture, "prune", "prunePasskeysToken", { userId: "unknown" }),
  },
  {
    name: "exchange an unknown token",
    ...invalidToken,
    wire: () => asPage("passkeys/prune/exchange", { prunePasskeysToken: unknownToken }),
  },
  {
    name: "GET of a preparation",
    ...notAllowed,
    wire: ({ key }) => ({ method: "GET", path: "passkeys/prune", headers: key }),
  },
  {
    name: "a legacy lookup where lookups are off",
    status: 404,
    tag: "@error/NotFound",
    wire: async (fixture) => ({
      method: "GET",
      path: (await passkeyOf(fixture)).replace("passkeys", "credential"),
      headers: page,
    }),
  },
  {
    name: "a legacy lookup of several passkeys where lookups are off",
    status: 404,
    tag: "@error/NotFound",
    wire: () => ({ method: "GET", path: "credentials/a%2Cb,c", headers: page }),
  },
  {
    name: "a preflight of a legacy lookup",
    status: 204,
    wire: () => ({
      method: "OPTIONS",
      path: "credential/x",
      headers: { ...page, "access-control-request-method": "GET" },
    }),
  },
];
