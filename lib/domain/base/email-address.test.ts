import { describe, expect, test } from "vitest";
import { parseEmail } from "./email-address";

describe("addresses", () => {
  test.each([
    ["ada@example.com", "ada@example.com", "ada@example.com"],
    [" Ada.Lovelace+x@EXAMPLE.com ", "Ada.Lovelace+x@EXAMPLE.com", "ada.lovelace+x@example.com"],
    ["ada@bücher.example", "ada@bücher.example", "ada@xn--bcher-kva.example"],
    ["ada@BÜCHER.example", "ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
    ["zoe\u0308@example.com", "zo\u00eb@example.com", "zo\u00eb@example.com"],
    ["ada@exa\u00admple.com", "ada@example.com", "ada@example.com"],
    ["ada@exa\u200bmple.com", "ada@example.com", "ada@example.com"],
    ["ada@\u2060example.com", "ada@example.com", "ada@example.com"],
    ["ada@Ｅxample．com", "ada@example.com", "ada@example.com"],
    ["ada@example。com", "ada@example.com", "ada@example.com"],
    ["ada@\u212aelvin.example", "ada@Kelvin.example", "ada@kelvin.example"],
    ["ada@Bü\u00adcher.example", "ada@bücher.example", "ada@xn--bcher-kva.example"],
    ["ada@XN--BCHER-KVA.example", "ada@XN--BCHER-KVA.example", "ada@xn--bcher-kva.example"],
    ["ada@BU\u0308CHER.example", "ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
    ["\u0130da@example.com", "\u0130da@example.com", "i\u0307da@example.com"],
  ])("%s is shown and compared", (given, shown, normalized) =>
    expect(parseEmail(given)).toEqual({ shown, normalized }),
  );

  test.each([
    ["nothing", ""],
    ["no domain", "ada@"],
    ["no local part", "@example.com"],
    ["no dot in the domain", "ada@localhost"],
    ["an address for a domain", "ada@127.0.0.1"],
    ["two addresses", "ada@example.com,eve@example.com"],
    ["two addresses, by semicolon", "ada@example.com;eve@example.com"],
    ["a display name", "Ada <ada@example.com>"],
    ["a header", "ada@example.com\r\nBcc: eve@example.com"],
    ["a control character", "ada\u0007@example.com"],
    ["a Kelvin sign, whose lower case is k", "\u212aate@example.com"],
    ["a sign that is composed as ASCII", "a\u1fefda@example.com"],
    ["a filler that looks like nothing", "ada\u3164@example.com"],
    ["a variation selector", "ada\ufe0f@example.com"],
    ["a joiner", "ada\u034f@example.com"],
    ["a right-to-left override", "ada\u202e@example.com"],
    ["a quoted local part", '"ada"@example.com'],
    ["a quoted at sign", '"ada@evil"@example.com'],
    ["a comment", "ada(at work)@example.com"],
    ["a comment in the domain", "ada@(evil)example.com"],
    ["a full-width at sign", "ada\uff20example.com"],
    ["two addresses, by a full-width comma", "ada@example.com\uff0ceve@example.com"],
    ["a sign that IDNA maps to a slash", "ada@exa\u2100mple.com"],
    ["a sign that IDNA maps to a bracket", "ada@exa\u2474mple.com"],
    ["a space inside", "ada lovelace@example.com"],
    ["a percent escape", "ada@exa%6dple.com"],
    ["a dot first", ".ada@example.com"],
    ["two dots", "ada..x@example.com"],
    ["a local part over 64 octets", `${"a".repeat(65)}@example.com`],
    [
      "over 254 octets",
      `ada@${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example.com`,
    ],
  ])("rejects %s", (_name, given) => expect(parseEmail(given)).toBeNull());
});
