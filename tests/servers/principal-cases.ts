import {
  forbidden,
  invalidCode,
  notAllowed,
  post,
  type ServerCase,
  unknownToken,
} from "./server-case";
import { newUser, registerUser, type ServerFixture } from "./server-fixture";

const principalOf = async (fixture: ServerFixture) =>
  `principal/${(await registerUser(fixture)).code}`;
export const principalCases: ServerCase[] = [
  {
    name: "GET principal",
    status: 200,
    tag: "ExtendedPrincipal",
    wire: async (fixture) => ({
      method: "GET",
      path: await principalOf(fixture),
      headers: fixture.key,
    }),
  },
  {
    name: "POST principal without a body",
    status: 200,
    tag: "ExtendedPrincipal",
    wire: async (fixture) => ({
      method: "POST",
      path: await principalOf(fixture),
      headers: fixture.key,
    }),
  },
  {
    name: "POST principal with a user id",
    status: 200,
    tag: "ExtendedPrincipal",
    wire: async (fixture) =>
      post(await principalOf(fixture), { userId: newUser().userId }, fixture.key),
  },
  {
    name: "POST principal with an unexpected verifier",
    ...invalidCode,
    wire: async (fixture) =>
      post(await principalOf(fixture), { code_verifier: "v".repeat(43) }, fixture.key),
  },
  {
    name: "an unknown code",
    ...invalidCode,
    wire: ({ key }) => ({ method: "GET", path: `principal/${unknownToken}`, headers: key }),
  },
  {
    name: "no code",
    ...invalidCode,
    wire: ({ key }) => ({ method: "GET", path: "principal", headers: key }),
  },
  {
    name: "a code with a slash",
    ...invalidCode,
    wire: ({ key }) => ({ method: "GET", path: "principal/a/b", headers: key }),
  },
  {
    name: "a code without a key",
    ...forbidden,
    wire: async (fixture) => ({ method: "GET", path: await principalOf(fixture) }),
  },
  {
    name: "HEAD principal",
    ...notAllowed,
    wire: async (fixture) => ({
      method: "HEAD",
      path: await principalOf(fixture),
      headers: fixture.key,
    }),
  },
  ...Object.entries({
    "U+0000": "a%00b",
    "an encoded slash": "a%2Fb",
    "8,000 characters": "a".repeat(8_000),
    "an object's notation": "%7B%7D",
  }).flatMap(([name, segment]): ServerCase[] => [
    {
      name: `${name} as code`,
      ...invalidCode,
      wire: ({ key }) => ({ method: "GET", path: `principal/${segment}`, headers: key }),
    },
    {
      name: `${name} as code, by POST`,
      ...invalidCode,
      wire: ({ key }) => post(`principal/${segment}`, {}, key),
    },
    {
      name: `${name} as token`,
      ...invalidCode,
      mount: "older",
      wire: ({ key }) => ({ method: "GET", path: `token/${segment}`, headers: key }),
    },
    {
      name: `${name} as passkey id`,
      status: 404,
      tag: "@error/NotFound",
      wire: ({ key }) => ({ method: "GET", path: `passkeys/${segment}`, headers: key }),
    },
    {
      name: `${name} as passkey id, by DELETE`,
      status: 404,
      tag: "@error/NotFound",
      wire: ({ key }) => ({ method: "DELETE", path: `passkeys/${segment}`, headers: key }),
    },
  ]),
  {
    name: "GET token",
    status: 200,
    mount: "older",
    wire: async (fixture) => ({
      method: "GET",
      path: `token/${(await registerUser(fixture)).code}`,
      headers: fixture.key,
    }),
  },
  {
    name: "an unknown token",
    ...invalidCode,
    mount: "older",
    wire: ({ key }) => ({ method: "GET", path: `token/${unknownToken}`, headers: key }),
  },
  {
    name: "a token with a slash",
    ...invalidCode,
    mount: "older",
    wire: ({ key }) => ({ method: "GET", path: "token/a/b", headers: key }),
  },
  {
    name: "HEAD token",
    ...notAllowed,
    mount: "older",
    wire: async (fixture) => ({
      method: "HEAD",
      path: `token/${(await registerUser(fixture)).code}`,
      headers: fixture.key,
    }),
  },
  {
    name: "a token by POST",
    ...notAllowed,
    mount: "older",
    wire: ({ key }) => post(`token/${unknownToken}`, {}, key),
  },
  {
    name: "a token on the current mount",
    status: 404,
    tag: "@error/NotFound",
    mount: "current",
    wire: ({ key }) => ({ method: "GET", path: `token/${unknownToken}`, headers: key }),
  },
];
