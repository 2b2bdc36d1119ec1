import {
  forbidden,
  invalidCode,
  notAllowed,
  post,
  unknownToken,
  type ServerCase,
} from "./server-case";
import { registerSomebody, somebody, type World } from "./world";

const principalOf = async (world: World) => `principal/${(await registerSomebody(world)).code}`;
export const principalCases: ServerCase[] = [
  {
    name: "GET principal",
    status: 200,
    tag: "ExtendedPrincipal",
    wire: async (world) => ({ method: "GET", path: await principalOf(world), headers: world.key }),
  },
  {
    name: "POST principal without a body",
    status: 200,
    tag: "ExtendedPrincipal",
    wire: async (world) => ({ method: "POST", path: await principalOf(world), headers: world.key }),
  },
  {
    name: "POST principal with a user id",
    status: 200,
    tag: "ExtendedPrincipal",
    wire: async (world) => post(await principalOf(world), { userId: somebody().userId }, world.key),
  },
  {
    name: "POST principal with a verifier that was not asked for",
    ...invalidCode,
    wire: async (world) =>
      post(await principalOf(world), { code_verifier: "v".repeat(43) }, world.key),
  },
  {
    name: "an unknown code",
    ...invalidCode,
    wire: ({ key }) => ({ method: "GET", path: `principal/${unknownToken}`, headers: key }),
  },
  {
    name: "a code without a key",
    ...forbidden,
    wire: async (world) => ({ method: "GET", path: await principalOf(world) }),
  },
  {
    name: "HEAD principal",
    ...notAllowed,
    wire: async (world) => ({ method: "HEAD", path: await principalOf(world), headers: world.key }),
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
    wire: async (world) => ({
      method: "GET",
      path: `token/${(await registerSomebody(world)).code}`,
      headers: world.key,
    }),
  },
  {
    name: "an unknown token",
    ...invalidCode,
    mount: "older",
    wire: ({ key }) => ({ method: "GET", path: `token/${unknownToken}`, headers: key }),
  },
  {
    name: "HEAD token",
    ...notAllowed,
    mount: "older",
    wire: async (world) => ({
      method: "HEAD",
      path: `token/${(await registerSomebody(world)).code}`,
      headers: world.key,
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
