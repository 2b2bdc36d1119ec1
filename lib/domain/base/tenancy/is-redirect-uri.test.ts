import { expect, test } from "vitest";
import { isRedirectUri } from "./web-address";

test.each([
  "https://app.example.com",
  "https://app.example.com/",
  "https://app.example.com/done?from=keystead",
  "https://app.example.com:8443/done",
  "http://localhost/done",
  "http://localhost:3000/done",
  "http://app.localhost:3000/done",
  "http://127.0.0.1:3000/done",
  "http://[::1]:3000/done",
  "com.example.app:/done",
  "com.example.app://done",
])("accepts %s", (uri) => expect(isRedirectUri(uri)).toBe(true));

test.each([
  ["", "nothing"],
  ["/done", "a path"],
  ["http://example.com/done", "plain http"],
  ["http://localhost.evil.test/done", "a host with the same beginning"],
  ["javascript:alert(1)", "a script"],
  ["data:text/html,x", "a document"],
  ["file:///etc/passwd", "a file"],
  ["blob:https://example.com/x", "a blob"],
  ["myapp:/done", "a scheme that any app can claim"],
  ["https://example.com/#done", "a fragment"],
  ["https://example.com/#", "an empty fragment"],
  ["https://eve@example.com/done", "a user"],
  ["https://example.com@evil.test/", "a host as a user"],
  ["https://*.example.com/done", "a star"],
  ["https://example.com/a/../b", "a path that browsers change"],
  ["https://EXAMPLE.com/done", "upper case"],
  ["https:\\\\example.com\\done", "backslashes"],
  ["https://example.com/ done", "a space"],
  ["https://example.com:443/done", "the default port"],
  ["https://example.com/done\n", "a line break"],
  ["https://app.example.com\\@evil.test/", "a backslash before a user"],
  [`https://example.com/${"x".repeat(2_000)}`, "more than 2,000 characters"],
])("rejects %j: %s", (uri) => expect(isRedirectUri(uri)).toBe(false));
