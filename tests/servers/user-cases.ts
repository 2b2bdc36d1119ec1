import { forbidden, invalid, json, notAllowed, type ServerCase } from "./server-case";
import { registerUser, type ServerFixture } from "./server-fixture";

const userOf = async (fixture: Pick<ServerFixture, "tenancy">) =>
  `user/${(await registerUser(fixture)).principal.sub}`;

export const userCases: ServerCase[] = [
  {
    name: "GET user",
    status: 200,
    wire: async (fixture) => ({ method: "GET", path: await userOf(fixture), headers: fixture.key }),
  },
  {
    name: "GET user with a body",
    status: 200,
    wire: async (fixture) => ({
      method: "GET",
      path: await userOf(fixture),
      headers: { ...fixture.key, ...json, "content-length": 2 },
      body: "{}",
    }),
  },
  {
    name: "HEAD user",
    status: 200,
    wire: async (fixture) => ({
      method: "HEAD",
      path: await userOf(fixture),
      headers: fixture.key,
    }),
  },
  {
    name: "PATCH user",
    status: 200,
    wire: async (fixture) => ({
      method: "PATCH",
      path: await userOf(fixture),
      headers: fixture.key,
      body: { givenName: "Grace", familyName: "" },
    }),
  },
  {
    name: "PATCH user's email",
    ...invalid,
    wire: async (fixture) => ({
      method: "PATCH",
      path: await userOf(fixture),
      headers: fixture.key,
      body: { email: "x@example.com" },
    }),
  },
  {
    name: "another tenancy's user",
    status: 404,
    tag: "@error/NotFound",
    wire: async ({ stranger, key }) => ({
      method: "GET",
      path: await userOf({ tenancy: stranger }),
      headers: key,
    }),
  },
  {
    name: "an unknown user",
    status: 404,
    tag: "@error/NotFound",
    wire: ({ service, key }) => ({
      method: "GET",
      path: `user/${service.createId()}`,
      headers: key,
    }),
  },
  {
    name: "a user without a key",
    ...forbidden,
    wire: ({ service }) => ({ method: "GET", path: `user/${service.createId()}` }),
  },
  {
    name: "U+0000 in a sub",
    status: 404,
    tag: "@error/NotFound",
    wire: ({ key }) => ({ method: "GET", path: "user/%00", headers: key }),
  },
  {
    name: "DELETE user",
    ...notAllowed,
    wire: ({ service, key }) => ({
      method: "DELETE",
      path: `user/${service.createId()}`,
      headers: key,
    }),
  },
];
