import { expect, test } from "vitest";
import { normalizeDomain, normalizeOrigin } from "./normalize-site";

test.each([
  ["https://app.example.com", "https://app.example.com", undefined],
  ["  https://app.example.com  ", "https://app.example.com", undefined],
  ["https://app.example.com/", "https://app.example.com", "removed the trailing slash"],
  ["https://app.example.com/login?a=b#c", "https://app.example.com", "removed the path"],
  ["https://app.example.com:443", "https://app.example.com", "removed the default port"],
  ["https://app.example.com:8443/x", "https://app.example.com:8443", "removed the path"],
  ["app.example.com", "https://app.example.com", "added https://"],
  ["localhost:3000", "http://localhost:3000", "added http://"],
  ["https://App.Example.com", "https://app.example.com", "changed to lower case"],
  ["https://bücher.example", "https://xn--bcher-kva.example", "converted the name to ASCII"],
  ["https://user:pw@app.example.com", "https://app.example.com", "removed the user name"],
  [
    "Bücher.example/konto",
    "https://xn--bcher-kva.example",
    "added https://, removed the path, converted the name to ASCII, changed to lower case",
  ],
])("the origin of %s is %s", (typed, value, change) => {
  const note = change === undefined ? {} : { note: `Changed from “${typed.trim()}”: ${change}.` };
  expect(normalizeOrigin(typed)).toEqual({ value, ...note });
});

test.each([
  "",
  "android:apk-key-hash:Abc_-1",
  "ios:bundle-id:com.Example",
  "ftp://a.example",
  "a b",
])("leaves “%s” as it is, for the validation to judge", (typed) =>
  expect(normalizeOrigin(typed)).toEqual({ value: typed }),
);

test.each([
  ["example.com", "example.com", undefined],
  ["https://example.com/login", "example.com", "kept only the host"],
  ["example.com:8080", "example.com", "kept only the host"],
  ["example.com.", "example.com", "removed the trailing dot"],
  ["Example.com", "example.com", "changed to lower case"],
  ["bücher.example", "xn--bcher-kva.example", "converted the name to ASCII"],
  ["", "", undefined],
  ["not a domain", "not a domain", undefined],
])("the domain of %s is %s", (typed, value, change) => {
  const note = change === undefined ? {} : { note: `Changed from “${typed}”: ${change}.` };
  expect(normalizeDomain(typed)).toEqual({ value, ...note });
});

test("normalizing twice changes nothing more", () => {
  for (const typed of ["Bücher.example/x", "https://a.example:443/", "localhost:1", "a.example."]) {
    const { value } = normalizeOrigin(typed);
    expect(normalizeOrigin(value)).toEqual({ value });
    const domain = normalizeDomain(typed).value;
    expect(normalizeDomain(domain)).toEqual({ value: domain });
  }
});
