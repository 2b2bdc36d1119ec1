import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { violationsOf } from "@/testing/violations";
import {
  AuthorizeAuthentication,
  PrepareAuthentication,
  RequestAuthenticationOptions,
  VerifyAuthentication,
} from "./authentication";
import { RenamePasskeys, UpdatePasskey } from "./passkey";
import {
  PreparePasskeyDeletion,
  PreparePasskeyPruning,
  PreparePasskeyUpdate,
} from "./prepared-token";
import { ExchangeCode } from "./principal";
import {
  AuthorizeRegistration,
  RequestRegistrationOptions,
  VerifyRegistration,
} from "./registration";
import { UpdateUser } from "./user";
import { ImportedPasskey } from "./vault-import";

/** Where the schema finds fault; null when it takes the body. */
function faultOf(schema: z.ZodType, body: unknown): string | null {
  const parsed = schema.safeParse(body);
  return parsed.success ? null : (parsed.error.issues[0]?.path.join(".") ?? "");
}
const x = (length: number) => "x".repeat(length);

/** Values that one field takes and refuses, beside whatever else the body needs. */
interface Rule {
  field: string;
  takes: unknown[];
  refuses: unknown[];
}

const text = (field: string, max: number, mayBeEmpty: boolean): Rule => ({
  field,
  takes: [x(max), ...(mayBeEmpty ? [""] : ["x"])],
  refuses: [x(max + 1), 1, null, {}, [], ...(mayBeEmpty ? [] : ["", "  "])],
});
const strength: Rule = {
  field: "userVerification",
  takes: ["required", "preferred", "discouraged"],
  refuses: ["REQUIRED", "none", "", true],
};
// Clamped in the domain: never refused, however odd.
const timeout: Rule = {
  field: "timeout",
  takes: [0, -1, 1, 300_000, 1e12, 0.5],
  refuses: ["300000", null, true],
};
const rpId: Rule = {
  field: "rpId",
  takes: ["example.com", " Example.COM "],
  refuses: ["", "  ", x(254), 1],
};
const ids = (field: string, max: number): Rule => ({
  field,
  takes: [[], ["unknown"], Array.from({ length: max }, () => "x")],
  refuses: ["x", [1], [null], {}, Array.from({ length: max + 1 }, () => "x")],
});
const email: Rule = {
  field: "email",
  takes: ["ada@example.com", "checked in the domain"],
  refuses: [1, {}, ["ada@example.com"]],
};
const registrant = (excludedMax: number) => [
  email,
  text("givenName", 100, true),
  text("familyName", 100, true),
  text("displayName", 254, true),
  strength,
  ids("excludeCredentials", excludedMax),
  timeout,
];

const tables: [name: string, schema: z.ZodType, base: object, rules: Rule[]][] = [
  [
    "passkey/registration/authorize",
    AuthorizeRegistration,
    { username: "ada" },
    [
      text("username", 254, false),
      { field: "userId", takes: [x(255), "x", null], refuses: [x(256), 1, {}, [], "", "  "] },
      ...registrant(1_000),
      rpId,
      text("rpName", 254, false),
    ],
  ],
  [
    "passkeys/{passkeyId}",
    UpdatePasskey,
    { enabled: true },
    [
      text("username", 254, false),
      text("userId", 255, false),
      { field: "enabled", takes: [true, false], refuses: ["true", 1, null, {}] },
    ],
  ],
  ["users/{userId}/passkeys", RenamePasskeys, {}, [text("username", 254, false)]],
  [
    "passkeys/update",
    PreparePasskeyUpdate,
    { userId: "ada", username: "ada" },
    [text("username", 254, false), text("userId", 255, false), text("displayName", 254, true)],
  ],
  [
    "passkeys/delete",
    PreparePasskeyDeletion,
    {},
    [
      text("userId", 255, false),
      {
        field: "passkeyIds",
        takes: [["unknown"], Array.from({ length: 1_000 }, () => "x")],
        refuses: [[], "x", [1], [null], {}, [""], Array.from({ length: 1_001 }, () => "x")],
      },
    ],
  ],
  [
    "a line of passkeys/import",
    ImportedPasskey,
    { credentialId: "AQ", publicKey: "AQ", userHandle: "AQ", user: {} },
    [
      ...["credentialId", "publicKey", "userHandle"].map((field) => ({
        field,
        takes: ["x", x(4_096)],
        refuses: ["", x(4_097), 1, null, {}],
      })),
      {
        field: "signCount",
        takes: [0, 4_294_967_295, null],
        refuses: [-1, 4_294_967_296, 0.5, "0", {}],
      },
      {
        field: "transports",
        takes: [[], ["internal", "unheard of"], null],
        refuses: ["internal", [1], [x(65)], {}],
      },
      ...["backupEligible", "backedUp", "userVerified", "enabled"].map((field) => ({
        field,
        takes: [true, false, null],
        refuses: ["true", 1, {}],
      })),
      ...["createdAt", "lastUsedAt", "namedAt"].map((field) => ({
        field,
        takes: [0, 1_795_000_000_000, null],
        refuses: [-1, 1_795_000_000, 1e15, 0.5, "2026-01-01", {}],
      })),
      {
        field: "aaguid",
        takes: [
          "EA9B8D66-4d01-1d21-3ce4-b6b48cb575d4",
          "00000000-0000-0000-0000-000000000000",
          null,
        ],
        refuses: ["x", "", 1],
      },
      {
        field: "id",
        takes: ["01jd3s0m6kz8f4w2v9b7c5x1ta", "V1StGXR8_Z5jdHi6B-myT", "x", x(64), "..x", null],
        refuses: [x(65), "", ".", "..", "a b", "a/b", "update", "export", 1],
      },
      {
        field: "user",
        takes: [{ userId: "ada" }, { userId: null, emailHeld: null }],
        refuses: [null, "ada", [], { userId: "" }, { sub: "x" }, { emailVerified: "t" }],
      },
    ],
  ],
  ["passkeys/prune", PreparePasskeyPruning, {}, [text("userId", 255, false)]],
  [
    "passkey/registration/options",
    RequestRegistrationOptions,
    { username: "ada" },
    [text("username", 254, false), ...registrant(100)],
  ],
  [
    "passkey/authentication/authorize",
    AuthorizeAuthentication,
    { discoverable: true },
    [
      text("userId", 255, false),
      ids("allowCredentials", 1_000),
      rpId,
      strength,
      timeout,
      {
        field: "purpose",
        takes: ["x", x(64), "pay.transfer_v2:eu-1"],
        refuses: ["", x(65), "a b", "ä", "a/b", 1],
      },
      {
        field: "mediation",
        takes: ["required", "conditional"],
        refuses: ["optional", "silent", ""],
      },
      { field: "discoverable", takes: [true], refuses: ["true", 1, null] },
    ],
  ],
  [
    "passkey/authentication/options",
    RequestAuthenticationOptions,
    {},
    [
      email,
      ids("allowCredentials", 100),
      strength,
      rpId,
      timeout,
      { field: "mediation", takes: ["required", "conditional"], refuses: ["optional"] },
    ],
  ],
  [
    "principal/{code}",
    ExchangeCode,
    {},
    [
      text("userId", 255, false),
      {
        field: "code_verifier",
        takes: [x(43), x(128), `${x(40)}.~-_`],
        refuses: [x(42), x(129), `${x(43)}=`, `${x(43)}+`, ""],
      },
    ],
  ],
  [
    "user/{sub}",
    UpdateUser,
    {},
    [
      text("givenName", 100, true),
      text("familyName", 100, true),
      { field: "emailVerified", takes: [true, false], refuses: ["true", 1, null] },
    ],
  ],
];

const shorten = (json: string) =>
  json.length > 60 ? `${json.slice(0, 20)}… (${json.length} characters)` : json;
const valuesOf = (of: "takes" | "refuses") =>
  tables.flatMap(([name, schema, base, rules]) =>
    rules.flatMap((rule) =>
      rule[of].map(
        (value) =>
          [
            `${name}: ${rule.field} = ${shorten(JSON.stringify(value))}`,
            schema,
            { ...base, [rule.field]: value },
            rule.field,
          ] as const,
      ),
    ),
  );

test("a field takes each value within its bounds", async () => {
  const violations = await violationsOf(valuesOf("takes"), (_name, schema, body) => {
    expect(faultOf(schema, body)).toBeNull();
  });
  expect(violations).toEqual([]);
});

test("a field refuses each value of another type or out of bounds, and names itself", async () => {
  const violations = await violationsOf(valuesOf("refuses"), (_name, schema, body, field) => {
    expect(faultOf(schema, body)?.split(".")[0]).toBe(field);
  });
  expect(violations).toEqual([]);
});

describe("what belongs together", () => {
  const cases: [name: string, schema: z.ZodType, body: object, fault: string | null][] = [
    ["a registration names its user", AuthorizeRegistration, { userId: "ada" }, "username"],
    ["options need a token or somebody", RequestRegistrationOptions, {}, "registrationToken"],
    ["options take a token", RequestRegistrationOptions, { registrationToken: "x" }, null],
    ["options take an email", RequestRegistrationOptions, { email: "x" }, null],
    [
      "options take no token beside an email",
      RequestRegistrationOptions,
      { registrationToken: "x", email: "x" },
      "registrationToken",
    ],
    [
      "options take no token beside a username",
      RequestRegistrationOptions,
      { registrationToken: "x", username: "x" },
      "registrationToken",
    ],
    [
      "a sign-in names an account or says discoverable",
      AuthorizeAuthentication,
      {},
      "discoverable",
    ],
    [
      "discoverable: false is no account",
      AuthorizeAuthentication,
      { discoverable: false },
      "discoverable",
    ],
    [
      "discoverable wins over account fields",
      AuthorizeAuthentication,
      { discoverable: true, userId: "ada", allowCredentials: ["x"] },
      null,
    ],
    [
      "conditional goes with discoverable",
      AuthorizeAuthentication,
      { userId: "ada", mediation: "conditional" },
      "mediation",
    ],
    [
      "under the older alias nobody named means discoverable",
      PrepareAuthentication,
      { mediation: "conditional" },
      null,
    ],
    [
      "under the older alias, too, conditional does not go with an account",
      PrepareAuthentication,
      { userId: "ada", mediation: "conditional" },
      "mediation",
    ],
    ["sign-in options may name nobody", RequestAuthenticationOptions, {}, null],
    [
      "sign-in options take no token beside an account",
      RequestAuthenticationOptions,
      { authenticationToken: "x", allowCredentials: ["x"] },
      "authenticationToken",
    ],
    [
      "conditional options name nobody",
      RequestAuthenticationOptions,
      { email: "x", mediation: "conditional" },
      "mediation",
    ],
    ["a user's change changes something", UpdateUser, {}, ""],
  ];
  test.each(cases)("%s", (_name, schema, body, fault) => expect(faultOf(schema, body)).toBe(fault));

  test("the older alias is discoverable without a user, and not with one", () => {
    expect(PrepareAuthentication.parse({})).toMatchObject({ discoverable: true });
    expect(PrepareAuthentication.parse({ userId: "ada" })).not.toHaveProperty("discoverable");
  });

  test("an rpId is compared in lower case without space around it", () => {
    expect(AuthorizeRegistration.parse({ username: "ada", rpId: " Example.COM " }).rpId).toBe(
      "example.com",
    );
  });
});

describe("WebAuthn responses", () => {
  const attestation = {
    id: "AQ",
    rawId: "AQ",
    type: "public-key",
    response: { clientDataJSON: "e30", attestationObject: "oA" },
  };
  const assertion = {
    id: "AQ",
    rawId: "AQ",
    type: "public-key",
    response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" },
  };
  const all: [name: string, schema: z.ZodType, response: typeof attestation | typeof assertion][] =
    [
      ["registration", VerifyRegistration, attestation],
      ["authentication", VerifyAuthentication, assertion],
    ];

  test.each(all)(
    "%s: the least that a browser sends, and all that it may add",
    (_name, schema, response) => {
      const added = {
        authenticatorAttachment: null,
        clientExtensionResults: { credProps: { rk: true } },
        unknown: 1,
      };
      for (const body of [response, { ...response, ...added }])
        expect(faultOf(schema, { sessionToken: "x", response: body })).toBeNull();
    },
  );

  test.each(all)(
    "%s: what is not base64url without padding, or lacks a member, is refused by name",
    (_name, schema, response) => {
      for (const member of Object.keys(response.response)) {
        const inner = (value: unknown) => ({
          sessionToken: "x",
          response: { ...response, response: { ...response.response, [member]: value } },
        });
        for (const value of ["AA==", "A+", "A/", "A A", 1, undefined, null])
          expect(faultOf(schema, inner(value)), String(value)).toBe(`response.response.${member}`);
      }
      for (const member of ["id", "rawId"])
        expect(
          faultOf(schema, { sessionToken: "x", response: { ...response, [member]: "" } }),
        ).toBe(`response.${member}`);
      expect(
        faultOf(schema, { sessionToken: "x", response: { ...response, type: "password" } }),
      ).toBe("response.type");
      expect(faultOf(schema, { sessionToken: "", response })).toBe("sessionToken");
    },
  );
});
