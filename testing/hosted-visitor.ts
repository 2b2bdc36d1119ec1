import { createHash, randomBytes } from "node:crypto";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import type { NewTenancy } from "@/lib/domain/admin/tenancy/create-tenancy";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { hostedPage } from "@/lib/hosted/hosted-page";
import { type HostedStep, takeHostedStep } from "@/lib/hosted/take-hosted-step";
import type { Prisma } from "@/prisma/generated/client";
import type { ApiReply } from "./api-client";
import type { TestService } from "./test-service";
import { createTestTenancy, type TestTenancy } from "./test-tenancy";

export const returnTo = "https://app.example.com/cb?from=keystead";

type Options<T> = { sessionToken: string; optionsJSON: T };
export type CreationOptions = Options<PublicKeyCredentialCreationOptionsJSON>;
export type RequestOptions = Options<PublicKeyCredentialRequestOptionsJSON>;

/** Creates a tenancy with hosted pages at the test service's base URL. */
export const createHostedTenancy = (
  service: TestService,
  settings: Prisma.TenancyUpdateInput = {},
  overrides: Partial<NewTenancy> = {},
): Promise<TestTenancy> =>
  createTestTenancy(
    service,
    { environment: "development", rpId: "localhost", allowedOrigins: [], ...overrides },
    { hostedPages: true, redirectUris: [returnTo], ...settings },
  );

const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

/** Returns the code of the last email to a mailbox. */
export async function readCode(
  service: TestService,
  tenancy: TestTenancy,
  digits = 6,
): Promise<string> {
  const mail = await service.db.outboxEmail.findFirstOrThrow({
    where: { tenancyId: tenancy.id },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const opened = await openEmail(service, mail.sealed ?? "");
  if (opened.kind !== "challenge") throw new Error("the last mail has no code");
  return opened.longCode.slice(0, digits);
}

export interface Visit {
  verifier: string;
  state: string;
  /** Loads a page with the request's query and changes to it. Undefined removes a parameter. */
  page(
    name: "sign-in" | "code" | "register",
    query?: Record<string, string | string[] | undefined>,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** Calls a step of the page. Loads the page first, for its ticket. */
  step(name: HostedStep, body: object, headers?: Record<string, string>): Promise<ApiReply>;
  /** Requests a code, submits it and returns the reply. */
  prove(email: string, more?: object): Promise<ApiReply>;
  ticket(): Promise<string>;
}

/** Creates a visitor whom an application redirected to the hosted pages. */
export function visit(
  service: TestService,
  tenancy: TestTenancy,
  { address = "203.0.113.7" }: { address?: string } = {},
): Visit {
  const verifier = randomBytes(32).toString("base64url");
  const state = randomBytes(8).toString("hex");
  const params = Promise.resolve({ tenancyId: tenancy.id });
  let ticket: string | undefined;
  (globalThis as { keysteadAddressIsStamped?: boolean }).keysteadAddressIsStamped = true;

  const page: Visit["page"] = (name, query = {}, headers = {}) => {
    const url = new URL(`/auth/${tenancy.id}/${name}`, service.baseUrl);
    const all = { redirect_uri: returnTo, state, code_challenge: challengeOf(verifier), ...query };
    for (const [key, value] of Object.entries(all))
      for (const each of value === undefined ? [] : [value].flat())
        url.searchParams.append(key, each);
    return hostedPage(name)(new Request(url, { headers }), { params });
  };

  const loadTicket = async () =>
    (ticket ??= /"ticket":"([^"]+)"/.exec(await (await page("sign-in")).text())?.[1] ?? "");

  const step: Visit["step"] = async (name, body, headers = {}) => {
    // Gives two emails different times.
    if (name === "send-code") service.clock.advance(1);
    const sent = { ticket: "ticket" in body ? undefined : await loadTicket(), ...body };
    const request = new Request(`${service.baseUrl}/auth/${tenancy.id}/steps/${name}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: service.baseUrl,
        "sec-fetch-site": "same-origin",
        "x-keystead-client-address": address,
        ...headers,
      },
      body: JSON.stringify(sent),
    });
    const response = await takeHostedStep(request, {
      params: Promise.resolve({ tenancyId: tenancy.id, step: name }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (text === "" ? undefined : JSON.parse(text)) as ApiReply["body"],
    };
  };

  return {
    verifier,
    state,
    page,
    step,
    ticket: loadTicket,
    async prove(email, more = {}) {
      const sent = await step("send-code", { page: "sign-in", email, ...more });
      if (sent.status !== 200)
        throw new Error(`the code was not sent: ${JSON.stringify(sent.body)}`);
      const code = await readCode(service, tenancy, sent.body["digits"] as number);
      return step("check-code", { pending: sent.body["pending"], code });
    },
  };
}

/** Returns the code in the redirect of a step. */
export const codeOf = (reply: ApiReply): string =>
  new URL(reply.body["returnTo"] as string).searchParams.get("code") ?? "";
