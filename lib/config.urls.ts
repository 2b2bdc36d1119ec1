import { z } from "zod";
import { databaseOptionNames, faultOfDatabaseOptions } from "@/lib/config.database";
import { parseUrl } from "@/lib/parse-url";

const advice =
  "Percent-encode special characters in user and password: # is %23, / is %2F, ? is %3F, @ is %40.";

interface Rules {
  allowsPath: boolean;
  /** Known query parameters and their values. */
  options: Record<string, RegExp>;
}

/**
 * Returns what is wrong with a URL. An unescaped `#`, `/` or `?` ends the host early: the text up to
 * it becomes host and port, and the rest with the real host becomes path, query or fragment.
 */
function faultOf(url: string, { allowsPath, options }: Rules): string | undefined {
  const { pathname, search, searchParams, hash } = new URL(url);
  if (`${pathname}${search}${hash}`.includes("@"))
    return `has an unescaped #, / or ? in its user or password. ${advice}`;
  if (hash !== "" || url.includes("#")) return `must have no fragment (#…). ${advice}`;
  if (!allowsPath && pathname.replace(/^\/$/, "") !== "") return `must have no path. ${advice}`;
  const names = [...searchParams.keys()];
  if (new Set(names).size < names.length) return "repeats an option.";
  const known = Object.keys(options);
  const list = known.length === 0 ? "It has none." : `Known options: ${known.join(", ")}.`;
  for (const [name, value] of searchParams) {
    const form = Object.hasOwn(options, name) ? options[name] : undefined;
    if (form === undefined) return `has an unknown option after the ?. ${list} ${advice}`;
    if (!form.test(value)) return `has an unknown value for ${name}.`;
  }
  return undefined;
}

/** Refuses a URL with a fault; `name` is its variable. */
const withoutFault = (name: string, rules: Rules) => (payload: z.core.ParsePayload<string>) => {
  const fault = faultOf(payload.value, rules);
  if (fault !== undefined)
    payload.issues.push({ code: "custom", input: undefined, message: `${name} ${fault}` });
};

const hasUser = (url: string) => new URL(url).username + new URL(url).password !== "";

function isDecodable(url: string): boolean {
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** @param name its variable */
export const smtpUrl = (name: string) =>
  z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: `${name} must look like smtps://user:password@smtp.example.com. ${advice}`,
      abort: true,
    })
    .refine(isDecodable, `${name} has an unescaped % in its user or password. Write it as %25.`)
    .check(withoutFault(name, { allowsPath: false, options: { tls: /^off$/ } }));

export const resendUrl = z
  .url({
    protocol: /^https?$/,
    hostname: /./,
    error: "RESEND_BASE_URL must be an http or https address.",
    abort: true,
  })
  .refine((url) => !hasUser(url), "RESEND_BASE_URL must have no user and no password.")
  .check(withoutFault("RESEND_BASE_URL", { allowsPath: true, options: {} }));

/** Any values: `faultOfDatabaseOptions` judges them. */
const databaseOptions = Object.fromEntries(databaseOptionNames.map((name) => [name, /^/]));

/**
 * Whether a URL lists several hosts, as libpq allows: `a:5432,b:5432`, or the option `host=a,b`. The
 * driver would look up a host named `a,b`.
 */
function listsHosts(text: string): boolean {
  const [, authority = "", rest = ""] = /^\w+:\/\/([^/?#]*)(.*)$/.exec(text) ?? [];
  // With an @ in the rest, the authority ends within an unescaped password.
  if (rest.includes("@")) return false;
  const hosts = authority.slice(authority.lastIndexOf("@") + 1);
  const option = new URLSearchParams(rest.split("?")[1]).get("host") ?? "";
  return hosts.includes(",") || (option.includes(",") && !option.startsWith("/"));
}

const isOneName = (text: string) => new URL(text).pathname.split("/").length <= 2;

export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, {
    error: "DATABASE_URL must start with postgresql://.",
    abort: true,
  })
  .refine((text) => !listsHosts(text), {
    error:
      "DATABASE_URL names several hosts, and Keystead connects to one. Name a proxy that forwards to " +
      "the current primary, such as HAProxy.",
    abort: true,
  })
  .refine((text) => parseUrl(text) !== undefined, {
    error: `DATABASE_URL must look like postgresql://user:password@host:5432/database. ${advice}`,
    abort: true,
  })
  .refine(isOneName, {
    error: `DATABASE_URL must have one name after the host, the database. ${advice}`,
    abort: true,
  })
  .check(withoutFault("DATABASE_URL", { allowsPath: true, options: databaseOptions }))
  .check(({ value, issues }) => {
    const fault = issues.length > 0 ? undefined : faultOfDatabaseOptions(value);
    if (fault !== undefined)
      issues.push({ code: "custom", input: undefined, message: `DATABASE_URL ${fault}` });
  });

export const baseUrl = z
  .url({
    protocol: /^https?$/,
    error: "BASE_URL must be an http or https address such as https://id.example.com.",
    abort: true,
  })
  .refine((value) => new URL(value).origin === value.replace(/\/$/, ""), {
    error: "BASE_URL must be an origin: lower case, no default port, no path, query or user.",
    abort: true,
  })
  .refine(
    (value) => /^(\[.*\]|[\w-]+(\.[\w-]+)*)$/.test(new URL(value).hostname),
    "BASE_URL must have a host name without a trailing dot, a comma or another character that no " +
      "host name has. Browsers offer no passkeys there.",
  );
