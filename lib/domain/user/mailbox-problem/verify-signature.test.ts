import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { isRecent, isSigned, type Signature } from "./resend-event";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const now = 1_790_000_000_000;
const body = '{"type":"email.bounced"}';

/** Signs as the reference library does. */
const sign = (text = body, by = secret): Signature => ({
  id: "msg_1",
  timestamp: String(now / 1_000),
  signatures: new Webhook(by).sign("msg_1", new Date(now), text),
});
const verify = (signature: Signature, text = body) =>
  isSigned(signature, Buffer.from(text), secret);

describe("a signature", () => {
  test("of the reference library is accepted, also beside others", () => {
    const { signatures, ...rest } = sign();
    expect(verify({ ...rest, signatures })).toBe(true);
    const former = sign(body, other).signatures;
    expect(verify({ ...rest, signatures: `${former} v1a,x ${signatures}` })).toBe(true);
  });

  test("is over the bytes, so that no two bodies share one", () => {
    const text = '{"name":"Jürgen\u2028"}';
    expect(verify(sign(text), text)).toBe(true);
    expect(isSigned(sign(text), Buffer.from(text, "latin1"), secret)).toBe(false);
  });

  test.each<[string, (signature: Signature) => Signature]>([
    ["of another secret", () => sign(body, other)],
    ["of another body", () => sign(`${body} `)],
    ["of another id", (signature) => ({ ...signature, id: "msg_2" })],
    ["of another time", (signature) => ({ ...signature, timestamp: "1790000001" })],
    ["of no version", ({ signatures, ...rest }) => ({ ...rest, signatures: signatures.slice(3) })],
    [
      "of another version",
      ({ signatures, ...rest }) => ({ ...rest, signatures: signatures.replace("v1", "v2") }),
    ],
    [
      "that is truncated",
      ({ signatures, ...rest }) => ({ ...rest, signatures: signatures.slice(0, -4) }),
    ],
    ["that is empty", (signature) => ({ ...signature, signatures: "v1," })],
    ["that is absent", (signature) => ({ ...signature, signatures: "" })],
    // The id and the time can't be moved across the dots.
    [
      "with a shifted dot",
      ({ id, ...rest }) => ({ ...rest, id: `${id}.1`, timestamp: "790000000" }),
    ],
  ])("%s is rejected", (_what, forge) => {
    expect(verify(forge(sign()))).toBe(false);
  });
});

test.each([
  ["1790000000", true],
  ["1789999700", true],
  ["1790000300", true],
  ["1789999699", false],
  ["1790000301", false],
  ["", false],
  ["-1790000000", false],
  ["1.79e9", false],
  [" 1790000000", false],
  ["NaN", false],
  ["9".repeat(400), false],
])("an event of %s is recent: %s", (timestamp, expected) => {
  expect(isRecent({ timestamp }, now)).toBe(expected);
});
