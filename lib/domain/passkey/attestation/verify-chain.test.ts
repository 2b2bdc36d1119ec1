import { createHash, generateKeyPairSync } from "node:crypto";
import { KeyUsageFlags } from "@peculiar/asn1-x509";
import { describe, expect, test } from "vitest";
import type { Bytes } from "@/testing/authenticator/bytes";
import { rsaSpki, rsaWithExponent } from "@/testing/authenticator/costly-rsa";
import {
  type Authority,
  basicConstraints,
  type CertificateFacts,
  createAuthority,
  extension,
  generateEcKey,
  issueCertificate,
  keyUsage,
  spkiOf,
} from "@/testing/authenticator/issue-certificate";
import { unacceptableChain } from "./chain-facts";
import { findAnchor, readChain, verifyChain } from "./verify-chain";

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 23);
const past = { from: now - 2 * day, until: now - day };
const future = { from: now + day, until: now + 2 * day };

const leafKey = generateEcKey();
const root = createAuthority("CN=Root, O=Example");
const between = createAuthority("CN=Intermediate, O=Example", { issuer: root });
const unknown = extension("1.2.3.4", new ArrayBuffer(2), true);
const rsa = (modulusLength: number) => generateKeyPairSync("rsa", { modulusLength });
const strongRsa = rsa(2048);
const rsaRoot = createAuthority("CN=RSA root", { keys: strongRsa });

const leafOf = (issuer: Authority, changes: Partial<CertificateFacts> = {}) =>
  issueCertificate({
    subject: "CN=Leaf",
    publicKey: spkiOf(leafKey.publicKey),
    issuer,
    extensions: [basicConstraints(false)],
    ...changes,
  });
const createIntermediate = (changes: Parameters<typeof createAuthority>[1]) =>
  createAuthority("CN=Intermediate, O=Example", { issuer: root, ...changes });
const below = (issuer: Authority) => [leafOf(issuer), issuer.certificate];

const padding = (bytes: number) => extension("1.2.3.4", new ArrayBuffer(bytes));
const repeated = (count: number) => Array<Bytes>(count).fill(root.certificate);

const anchorOf = (chain: Bytes[], roots = [root.certificate], at = now) =>
  verifyChain({ chain, roots, now: new Date(at) });

describe("a chain ends in a configured root", () => {
  const leaf = leafOf(root);
  const longRoot = createAuthority("CN=Root, O=Example", {
    extensions: [basicConstraints(true, 1)],
  });
  const longBetween = createIntermediate({ issuer: longRoot });
  const oldRoot = createAuthority("CN=Old root", { version: 1 });
  const largeRoot = createAuthority("CN=Large root", { keys: rsaWithExponent(2n ** 31n) });

  test.each<[string, Bytes[], Bytes]>([
    ["without the root", [leaf], root.certificate],
    ["with the root", [leaf, root.certificate], root.certificate],
    ["through an intermediate", below(between), root.certificate],
    [
      "through an intermediate and the root",
      [...below(between), root.certificate],
      root.certificate,
    ],
    ["in the intermediate, when that one is configured", below(between), between.certificate],
    ["in the leaf itself, when that one is configured", [leaf], leaf],
    ["with as many intermediates as the root allows", below(longBetween), longRoot.certificate],
    ["in a root of version 1", [leafOf(oldRoot)], oldRoot.certificate],
    ["in an RSA root", [leafOf(rsaRoot)], rsaRoot.certificate],
    ["in an RSA root with a large exponent", [leafOf(largeRoot)], largeRoot.certificate],
    ["with six certificates", [leaf, ...repeated(5)], root.certificate],
    ["with SHA-384", [leafOf(rsaRoot, { digest: "sha384" })], rsaRoot.certificate],
  ])("%s", (_title, chain, expected) => {
    expect(anchorOf(chain, [expected])).toEqual(Buffer.from(expected));
  });

  test("found among others with the same name", () => {
    const namesake = createAuthority("CN=Root, O=Example");
    const roots = [namesake.certificate, new Uint8Array([1, 2, 3]), root.certificate];
    expect(anchorOf([leaf], roots)).toEqual(Buffer.from(root.certificate));
  });
});

describe("refuses a chain", () => {
  const namesake = createAuthority("CN=Root, O=Example");
  const noCa = createIntermediate({ extensions: [basicConstraints(false)] });
  const noConstraints = createIntermediate({ extensions: [] });
  const noSigning = createIntermediate({
    extensions: [basicConstraints(true), keyUsage(KeyUsageFlags.digitalSignature)],
  });
  const shortRoot = createAuthority("CN=Root, O=Example", {
    extensions: [basicConstraints(true, 0)],
  });
  const weakRoot = createAuthority("CN=Weak root", { keys: rsa(1024) });
  const curveRoot = createAuthority("CN=Odd curve", {
    keys: generateKeyPairSync("ec", { namedCurve: "secp256k1" }),
  });
  const hugeRsa = rsa(4104);
  const hugeRoot = createAuthority("CN=Huge root", { keys: hugeRsa });
  const slowRsa = rsaWithExponent(2n ** 32n);
  const slowRoot = createAuthority("CN=Slow root", { keys: slowRsa });
  const notCaRoot = createAuthority("CN=Root", { extensions: [basicConstraints(false)] });
  const lower = createAuthority("CN=Lower, O=Example", { issuer: between });
  const leaf = leafOf(root);
  const altered = new Uint8Array(leaf).with(-1, leaf.at(-1)! ^ 1);
  const changed = (changes: Partial<CertificateFacts>) => [leafOf(root, changes)];

  test.each<[string, Bytes[], Bytes?]>([
    ["without certificates", []],
    ["of another root with the same name", [leafOf(namesake)]],
    ["with another root attached", [leafOf(namesake), namesake.certificate]],
    ["with an altered signature", [altered]],
    ["with an expired leaf", changed({ validity: past })],
    ["with a leaf that is not valid yet", changed({ validity: future })],
    ["with an expired intermediate", below(createIntermediate({ validity: past }))],
    ["with an intermediate that is not valid yet", below(createIntermediate({ validity: future }))],
    ["with an intermediate that is no CA", below(noCa)],
    ["with an intermediate without constraints", below(noConstraints)],
    ["with an intermediate of version 1", below(createIntermediate({ version: 1 }))],
    ["with an intermediate that may not sign certificates", below(noSigning)],
    [
      "longer than the root allows",
      below(createIntermediate({ issuer: shortRoot })),
      shortRoot.certificate,
    ],
    ["of a root that is no CA", [leafOf(notCaRoot)], notCaRoot.certificate],
    ["with an unknown critical extension", changed({ extensions: [unknown] })],
    [
      "with a repeated extension",
      changed({ extensions: [0, 1].map(() => basicConstraints(false)) }),
    ],
    [
      "with an unknown critical extension of the intermediate",
      below(createIntermediate({ extensions: [basicConstraints(true), unknown] })),
    ],
    ["with SHA-1 and ECDSA", changed({ digest: "sha1" })],
    ["with SHA-1 and RSA", [leafOf(rsaRoot, { digest: "sha1" })], rsaRoot.certificate],
    ["with MD5", [leafOf(rsaRoot, { digest: "md5" })], rsaRoot.certificate],
    ["of a root with 1024 bits", [leafOf(weakRoot)], weakRoot.certificate],
    ["of a root on another curve", [leafOf(curveRoot)], curveRoot.certificate],
    ["whose issuer has another name", changed({ issuer: { ...root, subject: "CN=Other" } })],
    ["in the wrong order", [leafOf(lower), between.certificate, lower.certificate]],
    ["without its intermediate", [leafOf(between)]],
    ["with trailing bytes", [new Uint8Array([...leaf, 0])]],
    ["with bytes that are no certificate", [leaf.slice(0, -10)]],
    ["with seven certificates", [leaf, ...repeated(6)]],
    ["of more than 8 KiB", changed({ extensions: [padding(8_000)] })],
    ["of a root with 4104 bits", [leafOf(hugeRoot)], hugeRoot.certificate],
    ["of a root with an exponent of 33 bits", [leafOf(slowRoot)], slowRoot.certificate],
    ["through an intermediate with 4104 bits", below(createIntermediate({ keys: hugeRsa }))],
    [
      "through an intermediate with an exponent of 33 bits",
      below(createIntermediate({ keys: slowRsa })),
    ],
    [
      "followed by a key of 16,384 bits",
      [leaf, leafOf(root, { publicKey: rsaSpki({ bits: 16_384, exponent: 65_537n }) })],
    ],
  ])("%s", (_title, chain, trusted = root.certificate) => {
    expect(anchorOf(chain, [trusted])).toBeNull();
  });

  test("without roots", () => {
    expect(anchorOf([leaf], [])).toBeNull();
  });

  test("of an expired root", () => {
    expect(anchorOf([leaf], undefined, Date.UTC(2101, 0))).toBeNull();
    const old = createAuthority("CN=Expired root", { validity: past });
    expect(anchorOf([leafOf(old)], [old.certificate])).toBeNull();
  });

  test("whose leaf is configured and expired", () => {
    const [expired] = changed({ validity: past });
    expect(anchorOf([expired!], [expired!])).toBeNull();
  });
});

describe("the facts of a chain", () => {
  const at = new Date(now);
  const fingerprintOf = (der: Bytes) => createHash("sha256").update(der).digest("base64");
  const validity = { from: now - day, until: now + day };

  test("are its linked certificates, its dates, and the root that it reached", () => {
    const chain = [leafOf(between, { validity }), between.certificate];
    expect(
      readChain([...chain, createAuthority("CN=Other").certificate], [root.certificate]),
    ).toEqual({
      certificates: chain.map((der) => Buffer.from(der).toString("base64")),
      validFrom: validity.from,
      validUntil: validity.until,
      root: fingerprintOf(root.certificate),
    });
    expect(readChain(chain).root).toBeNull();
  });

  test("say nothing about time: an expired chain is read, and judged when asked", () => {
    const facts = readChain([leafOf(root, { validity: past })], [root.certificate]);
    expect(facts.root).toBe(fingerprintOf(root.certificate));
    const roots = [root.certificate];
    expect(findAnchor(facts, { roots, at })).toBeNull();
    expect(findAnchor(facts, { roots, at: new Date(past.from) })).toEqual(
      Buffer.from(root.certificate),
    );
  });

  test("find a root that was unknown when the chain was read", () => {
    const facts = readChain(below(between), [rsaRoot.certificate]);
    expect(facts.root).toBeNull();
    const roots = [rsaRoot.certificate, root.certificate];
    expect(findAnchor(facts, { roots, at })).toEqual(Buffer.from(root.certificate));
  });

  test("need no signature for the root that the chain reached, and none for a removed root", () => {
    const search = () => {
      throw new Error("a signature is verified");
    };
    const facts = readChain([leafOf(root)], [root.certificate]);
    const roots = [rsaRoot.certificate, root.certificate];
    expect(findAnchor(facts, { roots, at, search })).toEqual(Buffer.from(root.certificate));
    expect(findAnchor(facts, { roots: [rsaRoot.certificate], at })).toBeNull();
    expect(findAnchor(facts, { roots: [], at })).toBeNull();
  });

  test("of an unacceptable chain are anchored by nothing", () => {
    expect(readChain([])).toEqual(unacceptableChain);
    const facts = readChain([leafOf(root, { extensions: [unknown] })], [root.certificate]);
    expect(facts).toEqual(unacceptableChain);
    expect(findAnchor(facts, { roots: [root.certificate], at })).toBeNull();
  });
});
