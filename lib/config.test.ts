import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { violationsOf } from "@/testing/violations";
import {
  childEnvironment,
  commandLine,
  getConfig,
  readConfig,
  setConfig,
  variableNames,
} from "./config";
import { StartupError } from "./errors";

const secret = "9fK2-vQ7xLr4Tz8mWb1Ny6Hc3Jd5Pg0S";
const databaseUrl = "postgresql://keystead:word@db.internal:5432/keystead";
const production = {
  BASE_URL: "https://id.acme.org",
  DATABASE_URL: databaseUrl,
  KEYSTEAD_SECRET: secret,
};

/** Of a line such as `PORT=3000`. */
const nameIn = (line: string) => line.slice(0, line.indexOf("="));
const environmentOf = (line: string) => ({ [nameIn(line)]: line.slice(line.indexOf("=") + 1) });

const refusal = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    return (error as StartupError).message;
  }
  return "accepted";
};

describe("defaults", () => {
  it("an empty environment is local mode on port 3000", () => {
    expect(readConfig({})).toEqual({
      mode: "local",
      port: 3000,
      host: undefined,
      baseUrl: "http://localhost:3000",
      databaseUrl: undefined,
      requiresStandby: false,
      dataFolder: path.resolve(".keystead"),
      installationFolder: process.cwd(),
      secret: undefined,
      previousSecret: undefined,
      issuer: "http://localhost:3000",
      trustedProxyHops: 0,
      workers: 1,
      hsts: false,
      metricsToken: undefined,
      emailProviders: [],
      mailFrom: "no-reply@localhost",
      webhooks: { isLocal: true, ports: [443], allowedRanges: ["127.0.0.0/8", "::1/128"] },
    });
  });

  it.each([
    [
      "the user that signs in to the mail server",
      { SMTP_URL: "smtps://keystead%40shop.example:p@smtp.example" },
      "keystead@shop.example",
    ],
    [
      "an address of the service's own host",
      { SMTP_URL: "smtps://apikey:p@smtp.example", BASE_URL: "http://id.localhost" },
      "no-reply@id.localhost",
    ],
    [
      "the user of the second mail server if only that one is configured",
      { EMAIL_PROVIDERS: "smtp2", SMTP2_URL: "smtps://keystead%40two.example:p@smtp.example" },
      "keystead@two.example",
    ],
    [
      "what was set",
      { SMTP_URL: "smtps://a%40b.example:p@smtp.example", MAIL_FROM: "codes@shop.example" },
      "codes@shop.example",
    ],
  ])("the default sender is %s", (_name, environment, sender) => {
    expect(readConfig(environment).mailFrom).toBe(sender);
  });

  it("rejects what is no URL of its kind, or no address, by the variable's name", async () => {
    const violations = await violationsOf(
      [
        "SMTP_URL=http://smtp.example",
        "SMTP_URL=smtp.example",
        "SMTP_URL=smtps://ada:100%sure@smtp.example",
        "SMTP_URL=smtps://100%25%ada@smtp.example",
        "RESEND_BASE_URL=ftp://resend.example",
        "MAIL_FROM=Shop <codes@shop.example>",
      ],
      (line) => {
        expect(() => readConfig(environmentOf(line))).toThrow(nameIn(line));
      },
    );
    expect(violations).toEqual([]);
  });

  it("says what is wrong with a URL, and not its value", async () => {
    const violations = await violationsOf(
      [
        ["SMTP_URL=smtps://ada:25#hush@smtp.example", "Percent-encode"],
        ["SMTP_URL=smtps://ada:hu#sh@smtp.example", "Percent-encode"],
        ["SMTP_URL=smtps://ada:25/hush@smtp.example", "Percent-encode"],
        ["SMTP_URL=smtps://a/da:hush@smtp.example", "Percent-encode"],
        ["SMTP_URL=smtps://ada:25?hush@smtp.example", "Percent-encode"],
        ["SMTP_URL=smtps://ada:25?tls=off@smtp.example", "Percent-encode"],
        ["SMTP_URL=smtps://ada:p@ss/hush@smtp.example", "Percent-encode"],
        ["SMTP_URL=smtps://ada:p@ss#hush", "fragment"],
        ["SMTP_URL=smtps://ada:p@ss#", "fragment"],
        ["SMTP_URL=smtps://smtp.example/mail", "path"],
        ["SMTP_URL=smtps://smtp.example?secure=false", "Known options: tls."],
        ["SMTP_URL=smtps://smtp.example?tls=on", "tls"],
        ["SMTP_URL=smtps://smtp.example?tls=off&tls=off", "repeats"],
        ["DATABASE_URL=postgresql://ada:25#hush@db.example/keystead", "Percent-encode"],
        ["DATABASE_URL=postgresql://ada:hu#sh@db.example/keystead", "Percent-encode"],
        ["DATABASE_URL=postgresql://ada:25/hush@db.example/keystead", "Percent-encode"],
        ["DATABASE_URL=postgresql://ada:25?hush@db.example/keystead", "Percent-encode"],
        ["DATABASE_URL=postgresql://ada:25?schema=hush@db.example/keystead", "Percent-encode"],
        ["DATABASE_URL=postgresql://db.example/keystead#public", "fragment"],
        ["DATABASE_URL=postgresql://db.example/keystead/public", "one name"],
        ["DATABASE_URL=postgresql://db.example/keystead?sslmod=require", "unknown option"],
        ["DATABASE_URL=postgresql://ada:hush@db1,db2/keystead", "several hosts"],
        ["DATABASE_URL=postgresql://ada:hush@db1:5432,db2:5433/keystead", "several hosts"],
        ["DATABASE_URL=postgresql://ada:hu,sh@[::1]:5432,db2/keystead", "several hosts"],
        ["DATABASE_URL=postgresql://db1,db2?user=ada&password=hush", "several hosts"],
        ["DATABASE_URL=postgresql:///keystead?password=hush&host=db1,db2", "several hosts"],
        ["DATABASE_URL=postgresql:///keystead?password=hush&host=db1%2Cdb2", "several hosts"],
        ["DATABASE_URL=postgresql://ada:25,hush/@db.example/keystead", "Percent-encode"],
        ["RESEND_BASE_URL=https://ada:25/hush@resend.example", "Percent-encode"],
        ["RESEND_BASE_URL=https://ada:hush@resend.example", "no user"],
        ["RESEND_BASE_URL=https://resend.example?key=hush", "It has none."],
        ["RESEND_BASE_URL=https://resend.example#hush", "fragment"],
        ["OTEL_EXPORTER_OTLP_ENDPOINT=http://ada:25/hush@collector.example", "no user"],
        ["OTEL_EXPORTER_OTLP_ENDPOINT=http://collector.example#", "no fragment"],
        ["BASE_URL=http://ada:25/hush@localhost", "origin"],
      ],
      (line, problem) => {
        const message = refusal(environmentOf(line));
        expect(message).toMatch(
          new RegExp(`^${nameIn(line)} .*${problem.replace(/[.?]/g, "\\$&")}`),
        );
        expect(message).not.toMatch(/hush|hu#sh/);
      },
    );
    expect(violations).toEqual([]);
  });

  it("accepts every form of a URL", async () => {
    const violations = await violationsOf(
      [
        "SMTP_URL=smtps://ada%40shop.example:p%23%2F%3F%40@smtp.example:465",
        "SMTP_URL=smtp://smtp.example/",
        "SMTP_URL=smtp://[::1]:25?tls=off",
        // The last @ ends the user, so the host is the right one.
        "SMTP_URL=smtps://ada@shop.example:word@smtp.example",
        "DATABASE_URL=postgres://ada:p%23@db.example:5432/keystead?sslmode=verify-full",
        "DATABASE_URL=postgresql://ada@localhost/keystead?host=/var/run/postgresql",
        "DATABASE_URL=postgresql://ada:wo,rd@db.example/keystead",
        "DATABASE_URL=postgresql:///keystead?host=/run/a,b",
        "RESEND_BASE_URL=https://proxy.example/resend/",
      ],
      (line) => {
        expect(refusal({ ...production, ...environmentOf(line) })).toBe("accepted");
      },
    );
    expect(violations).toEqual([]);
  });

  it.each([
    [
      { SMTP_URL: "smtps://ada:p@smtp.example:2465" },
      [
        {
          id: "smtp",
          kind: "smtp",
          name: "smtp.example:2465",
          url: "smtps://ada:p@smtp.example:2465",
        },
      ],
    ],
    [
      { RESEND_API_KEY: "re_1", SMTP_URL: "smtps://smtp.example" },
      [{ id: "resend", kind: "resend", name: "Resend", apiKey: "re_1", baseUrl: undefined }],
    ],
    [{ RESEND_BASE_URL: "https://resend.example" }, []],
  ])("%j chooses the email provider", (environment, providers) => {
    expect(readConfig(environment).emailProviders).toEqual(providers);
  });

  const two = { RESEND_API_KEY: "re_1", SMTP_URL: "smtps://one.example" };
  const all = { ...two, SMTP2_URL: "smtps://two.example:2465" };

  it.each([
    ["resend,smtp,smtp2", ["Resend", "one.example", "two.example:2465"]],
    ["smtp2, smtp", ["two.example:2465", "one.example"]],
    ["smtp", ["one.example"]],
  ])("EMAIL_PROVIDERS=%s tries them in this order", (list, names) => {
    const variables = list.includes("smtp2") ? all : two;
    const { emailProviders } = readConfig({ ...variables, EMAIL_PROVIDERS: list });
    expect(emailProviders.map(({ name }) => name)).toEqual(names);
    expect(emailProviders.map(({ id }) => id)).toEqual(list.split(/, ?/));
  });

  it.each([
    [{ EMAIL_PROVIDERS: "resend,smtp", SMTP_URL: all.SMTP_URL }, "RESEND_API_KEY"],
    [{ EMAIL_PROVIDERS: "smtp", RESEND_API_KEY: "re_1" }, "SMTP_URL"],
    [{ EMAIL_PROVIDERS: "smtp,smtp2", SMTP_URL: all.SMTP_URL, SMTP2_URL: " " }, "SMTP2_URL"],
    [{ EMAIL_PROVIDERS: "smtp,smtp", SMTP_URL: all.SMTP_URL }, "repeats"],
    [{ SMTP_URL: all.SMTP_URL, SMTP2_URL: all.SMTP2_URL }, "EMAIL_PROVIDERS names smtp2"],
    [{ ...all, EMAIL_PROVIDERS: "resend,smtp" }, "EMAIL_PROVIDERS names smtp2"],
  ])("%j is refused: %s", (environment, words) => {
    expect(refusal(environment)).toContain(words);
  });

  it("the base URL follows the port", () => {
    expect(readConfig({ PORT: "4100" }).baseUrl).toBe("http://localhost:4100");
  });

  it("a slash at the end of the base URL is dropped", () => {
    expect(readConfig({ BASE_URL: "http://localhost:3000/" }).baseUrl).toBe(
      "http://localhost:3000",
    );
  });

  it("the issuer follows the base URL, unless it is set to any other string", () => {
    expect(readConfig(production).issuer).toBe("https://id.acme.org");
    expect(readConfig({ ISSUER: "urn:acme" }).issuer).toBe("urn:acme");
  });

  it("the data folder becomes absolute", () => {
    expect(readConfig({ KEYSTEAD_DATA: "second" }).dataFolder).toBe(path.resolve("second"));
  });

  it("treats blank as absent", () => {
    expect(
      readConfig({
        PORT: "",
        BASE_URL: " ",
        DATABASE_URL: "",
        KEYSTEAD_MODE: "",
        KEYSTEAD_SECRET: "",
      }),
    ).toEqual(readConfig({}));
  });
});

describe("mode", () => {
  it("is local on a sub-domain of localhost too", () => {
    expect(readConfig({ BASE_URL: "http://app.localhost:3000" }).mode).toBe("local");
  });

  it("is production once DATABASE_URL is set", () => {
    expect(readConfig({ ...production, BASE_URL: "http://localhost:3000" }).mode).toBe(
      "production",
    );
  });

  it("is production once the base URL is not localhost", () => {
    expect(refusal({ BASE_URL: "https://id.acme.org" })).toMatch(/^Production mode needs/);
  });

  it("a host that only starts with localhost is not local", () => {
    expect(refusal({ BASE_URL: "https://localhost.acme.org" })).toMatch(/^Production mode needs/);
  });

  it("local may be asked for with a database of one's own", () => {
    expect(readConfig({ KEYSTEAD_MODE: "local", DATABASE_URL: databaseUrl })).toMatchObject({
      mode: "local",
      databaseUrl,
    });
  });

  it("local is refused for a base URL that others can reach", () => {
    expect(refusal({ ...production, KEYSTEAD_MODE: "local" })).toMatch(
      /BASE_URL must be on localhost/,
    );
  });

  it.each(["127.0.0.1", "127.1.2.3", "::1", "localhost"])("local may listen on %s", (host) => {
    expect(readConfig({ HOST: host }).host).toBe(host);
  });

  it.each(["0.0.0.0", "10.0.0.7", "::", "2001:db8::1"])("local may not listen on %s", (host) => {
    expect(refusal({ HOST: host })).toMatch(/HOST must be a loopback address/);
    expect(readConfig({ ...production, HOST: host }).host).toBe(host);
  });

  it("production may be asked for on localhost", () => {
    expect(
      readConfig({ ...production, BASE_URL: "http://localhost:3000", KEYSTEAD_MODE: "production" })
        .mode,
    ).toBe("production");
  });

  it.each(["production", "development", "test"])("NODE_ENV=%s decides nothing", (nodeEnv) => {
    expect(readConfig({ NODE_ENV: nodeEnv })).toEqual(readConfig({}));
    expect(readConfig({ NODE_ENV: nodeEnv, ...production })).toEqual(readConfig(production));
  });

  it("rejects any other value", () => {
    expect(refusal({ KEYSTEAD_MODE: "staging" })).toBe(
      "KEYSTEAD_MODE must be local or production.",
    );
  });
});

describe("production refuses to start without", () => {
  it.each(["KEYSTEAD_SECRET", "BASE_URL", "DATABASE_URL"])("%s", (name) => {
    expect(refusal({ ...production, KEYSTEAD_MODE: "production", [name]: "" })).toBe(
      `Production mode needs ${name}. See .env.example.`,
    );
  });

  it("all three, named in one sentence", () => {
    expect(refusal({ KEYSTEAD_MODE: "production" })).toBe(
      "Production mode needs KEYSTEAD_SECRET, BASE_URL, DATABASE_URL. See .env.example.",
    );
  });
});

describe("an http base URL", () => {
  it.each([
    "http://id.acme.org",
    "http://10.0.0.7:3000",
    "http://localhost.acme.org",
    "http://127.0.0.1:3000",
  ])("%s is refused in production", (baseUrl) => {
    expect(refusal({ ...production, BASE_URL: baseUrl })).toMatch(
      /^Production mode needs an https BASE_URL/,
    );
  });

  it.each(["http://localhost:3000", "http://id.localhost"])(
    "%s is accepted in production",
    (baseUrl) => {
      expect(readConfig({ ...production, BASE_URL: baseUrl })).toMatchObject({
        mode: "production",
        baseUrl,
      });
    },
  );
});

describe("HSTS", () => {
  it("is on for an https base URL, unless it is switched off", () => {
    expect(readConfig(production).hsts).toBe(true);
    expect(readConfig({ ...production, HSTS: "off" }).hsts).toBe(false);
    expect(readConfig({ HSTS: "on" }).hsts).toBe(false);
    expect(refusal({ HSTS: "no" })).toBe("HSTS must be on or off.");
  });
});

describe("KEYSTEAD_SECRET", () => {
  it("of 31 bytes is refused", () => {
    expect(refusal({ ...production, KEYSTEAD_SECRET: secret.slice(1) })).toMatch(
      /^KEYSTEAD_SECRET must have at least 32 bytes/,
    );
  });

  it("counts bytes, not characters", () => {
    expect(readConfig({ ...production, KEYSTEAD_SECRET: "äöüßéèêëàâîïôûçñ" }).secret).toHaveLength(
      16,
    );
  });

  it.each([
    "change-me-0123456789-abcdefghijklmnop",
    "Example-0123456789-abcdefghijklmnop",
    "your_secret_0123456789_abcdefghijkl",
    "0".repeat(64),
    "abcabcabcabcabcabcabcabcabcabcabcabc",
  ])("%s is a sample", (sample) => {
    expect(refusal({ ...production, KEYSTEAD_SECRET: sample })).toMatch(
      /^KEYSTEAD_SECRET is a sample value/,
    );
  });

  it("before the change is kept beside the new one", () => {
    expect(readConfig({ ...production, KEYSTEAD_SECRET_PREVIOUS: "older" })).toMatchObject({
      secret,
      previousSecret: "older",
    });
  });
});

describe("values that are refused", () => {
  it.each(["0", "65536", "80.5", "-1", "0x50", "http", "1e3"])("PORT=%s", (port) => {
    expect(refusal({ PORT: port })).toBe("PORT must be a whole number from 1 to 65535.");
  });

  it.each([
    "https://id.acme.org/keystead",
    "https://id.acme.org/?tenancy=1",
    "https://id.acme.org/#top",
    "https://root@id.acme.org",
  ])("BASE_URL=%s", (baseUrl) => {
    expect(refusal({ ...production, BASE_URL: baseUrl })).toMatch(/^BASE_URL must be an origin/);
  });

  it.each(["ftp://id.acme.org", "id.acme.org", "javascript:alert(1)"])("BASE_URL=%s", (baseUrl) => {
    expect(refusal({ ...production, BASE_URL: baseUrl })).toMatch(
      /^BASE_URL must be an http or https address/,
    );
  });

  it.each(["mysql://db.internal/keystead", "db.internal", "postgresql://"])(
    "DATABASE_URL=%s",
    (url) => {
      expect(refusal({ ...production, DATABASE_URL: url })).toBe(
        "DATABASE_URL must start with postgresql://.",
      );
    },
  );

  it.each(["-1", "11", "one"])("TRUSTED_PROXY_HOPS=%s", (hops) => {
    expect(refusal({ TRUSTED_PROXY_HOPS: hops })).toBe(
      "TRUSTED_PROXY_HOPS must be a whole number from 0 to 10.",
    );
  });

  it("METRICS_TOKEN of 15 characters", () => {
    expect(refusal({ METRICS_TOKEN: "123456789012345" })).toBe(
      "METRICS_TOKEN must have at least 16 characters.",
    );
  });

  it("are all listed in one message", () => {
    expect(refusal({ PORT: "none", KEYSTEAD_MODE: "staging" })).toMatch(
      /PORT must .* KEYSTEAD_MODE must/,
    );
  });

  it("do not reveal the secret or the database password", () => {
    const message = refusal({
      ...production,
      KEYSTEAD_SECRET: "tiny-hush",
      DATABASE_URL: "mysql://keystead:hush@db.internal",
    });
    expect(message).not.toMatch(/hush/);
  });
});

describe("the configuration of this process", () => {
  it("is the one that was set", () => {
    const slot = globalThis as { keysteadConfig?: unknown };
    const before = slot.keysteadConfig;
    onTestFinished(() => void (slot.keysteadConfig = before));

    const config = { ...readConfig(production), databaseUrl, secret };
    setConfig(config);
    expect(getConfig()).toBe(config);
  });
});

describe("another process", () => {
  it("inherits the environment without the configuration", () => {
    vi.stubEnv("KEYSTEAD_SECRET", secret);
    vi.stubEnv("SMTP_URL", "smtps://ada:hush@smtp.example");
    vi.stubEnv("ANOTHER", "stays");
    onTestFinished(() => void vi.unstubAllEnvs());
    const command = "console.log(JSON.stringify(process.env))";
    const { stdout } = spawnSync(process.execPath, ["-e", command], {
      env: childEnvironment(),
      encoding: "utf8",
    });
    const names = Object.keys(JSON.parse(stdout) as object);
    expect(names).toEqual(expect.arrayContaining(["ANOTHER", "PATH"]));
    expect(names.filter((name) => variableNames.includes(name))).toEqual([]);
  });
});

describe("the command line", () => {
  it("runs through npm in a checkout, and by its name in an installed package", () => {
    expect(commandLine({ installationFolder: process.cwd() })).toBe("npm run -s keystead --");
    expect(commandLine({ installationFolder: "/srv/node_modules/keystead" })).toBe(
      "npx --no-install keystead",
    );
  });
});
