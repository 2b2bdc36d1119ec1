import { expect, test } from "vitest";
import { withLocalMode } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { parseWebhookUrl } from "./parse-webhook";

provideService();

const issueOf = (url: string, targets?: Parameters<typeof parseWebhookUrl>[1]) => {
  try {
    parseWebhookUrl(url, targets);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
};

test.each([
  [" https://app.example.com/hooks?a=b ", "https://app.example.com/hooks?a=b"],
  ["https://app.example.com:443", "https://app.example.com/"],
  ["HTTPS://APP.example.com/Hooks", "https://app.example.com/Hooks"],
  ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ["https://203.0.113.7/", undefined],
  ["https://8.8.8.8/", "https://8.8.8.8/"],
  ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
])("%s", (url, parsed) => {
  if (parsed === undefined) expect(issueOf(url)).toBeTruthy();
  else expect(parseWebhookUrl(url)).toBe(parsed);
});

test.each([
  ["", "absolute URL"],
  ["app.example.com/hooks", "absolute URL"],
  ["//app.example.com/hooks", "absolute URL"],
  ["file:///etc/passwd", "absolute URL"],
  ["javascript:alert(1)", "absolute URL"],
  ["http://app.example.com/", "https://"],
  ["https://ada:secret@app.example.com/", "user name"],
  ["https://ada@app.example.com/", "user name"],
  ["https://:secret@app.example.com/", "user name"],
  ["https://app.example.com/#part", "fragment"],
  ["https://app.example.com/#", "fragment"],
  ["https://app.example.com:8443/", "port 443"],
  ["https://app.example.com:80/", "port 443"],
  [`https://app.example.com/${"x".repeat(2_048)}`, "2048"],
  // One character is three or nine in the stored form.
  [`https://app.example.com/${"ü".repeat(500)}`, "2048"],
])("refuses %s", (url, reason) => {
  expect(issueOf(url)).toContain(`url: must`);
  expect(issueOf(url)).toContain(reason);
});

test.each([
  "https://127.0.0.1/",
  "https://127.1/",
  "https://0x7f.0.0.1/",
  "https://0177.0.0.1/",
  "https://2130706433/",
  "https://127.0.0.1./",
  "https://0.0.0.0/",
  "https://10.0.0.1/",
  "https://172.16.0.1/",
  "https://192.168.0.1/",
  "https://169.254.169.254/latest/meta-data",
  "https://100.64.0.1/",
  "https://224.0.0.1/",
  "https://255.255.255.255/",
  "https://[::1]/",
  "https://[::]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:a00:1]/",
  "https://[fe80::1]/",
  "https://[fd00::1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[2002:7f00:1::]/",
  "https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/",
  "https://localhost/",
  "https://LOCALHOST./",
  "https://app.localhost/",
])("refuses the private address of %s", (url) => {
  expect(issueOf(url)).toBe("url: must not be a private address");
});

test("a private address in an allowed range is accepted, and no other", () => {
  const targets = { isLocal: false, ports: [443], allowedRanges: ["10.1.0.0/16"] };
  expect(parseWebhookUrl("https://10.1.2.3/", targets)).toBe("https://10.1.2.3/");
  expect(issueOf("https://10.2.0.1/", targets)).toContain("private address");
});

test("a listed port is accepted", () => {
  const targets = { isLocal: false, ports: [443, 8443], allowedRanges: [] };
  expect(parseWebhookUrl("https://app.example.com:8443/", targets)).toBe(
    "https://app.example.com:8443/",
  );
  expect(issueOf("https://app.example.com:8080/", targets)).toContain("must use port 443 or 8443");
});

test("local mode accepts http, any port and this machine, and no other private address", async () => {
  await withLocalMode(() => {
    for (const url of ["http://localhost:4000/hooks", "http://127.0.0.1:4000/", "https://x.test/"])
      expect(parseWebhookUrl(url)).toBe(url);
    for (const url of ["http://10.0.0.5/", "https://192.168.0.1:8443/", "http://169.254.169.254/"])
      expect(issueOf(url)).toBe("url: must not be a private address");
    expect(issueOf("http://8.8.8.8/")).toContain("must start with https:// for a public address");
    for (const url of ["ftp://localhost/", "http://ada@localhost/", "http://localhost/#x"])
      expect(issueOf(url)).toContain("url: must");
    return Promise.resolve();
  });
});
