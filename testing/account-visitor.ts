import { accountPage } from "@/lib/hosted/account/account-page";
import { type AccountStep, takeAccountStep } from "@/lib/hosted/account/take-account-step";
import type { ApiReply } from "./api-client";
import type { device } from "./hosted-sign-up";
import { type CreationOptions, readCode, type RequestOptions } from "./hosted-visitor";
import type { TestService } from "./test-service";
import type { TestTenancy } from "./test-tenancy";

type Device = ReturnType<typeof device>;

/** A browser on a tenancy's account page, with its cookies. */
export interface AccountVisitor {
  /** The session's cookie; "" without one. */
  cookie: string;
  ticket: string;
  page(query?: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  /** Loads the page anew, for its ticket. Returns its markup. */
  load(): Promise<string>;
  step(name: AccountStep, body?: object, headers?: Record<string, string>): Promise<ApiReply>;
  signIn(phone: Device): Promise<ApiReply>;
  confirm(phone: Device): Promise<ApiReply>;
  signInByCode(email: string): Promise<ApiReply>;
  add(phone: Device): Promise<ApiReply>;
  /** Enters a code that proves the mailbox. */
  prove(): Promise<ApiReply>;
}

/** Creates a browser that opens a tenancy's account page. */
export function visitAccount(service: TestService, tenancy: TestTenancy): AccountVisitor {
  const params = Promise.resolve({ tenancyId: tenancy.id });
  (globalThis as { keysteadAddressIsStamped?: boolean }).keysteadAddressIsStamped = true;

  const assertion = async (phone: Device) => {
    const { sessionToken, optionsJSON } = (
      await visitor.step("passkey-options", { mediation: "required" })
    ).body as unknown as RequestOptions;
    return { sessionToken, response: phone.authenticate(optionsJSON) };
  };

  /** Keeps what the browser would keep of a reply. */
  const keep = (headers: Headers) => {
    for (const cookie of headers.getSetCookie()) {
      const [, value] = /^keystead-account=([^;]*)/.exec(cookie) ?? [];
      if (value !== undefined) visitor.cookie = value;
    }
  };

  const visitor: AccountVisitor = {
    cookie: "",
    ticket: "",
    page(query = {}, headers = {}) {
      const url = new URL(`/auth/${tenancy.id}/account`, service.baseUrl);
      url.search = new URLSearchParams(query).toString();
      const cookies = visitor.cookie === "" ? {} : { cookie: `keystead-account=${visitor.cookie}` };
      return accountPage(
        new Request(url, {
          headers: { "x-keystead-client-address": "203.0.113.7", ...cookies, ...headers },
        }),
        { params },
      );
    },
    async load() {
      const text = await (await visitor.page()).text();
      visitor.ticket = /"ticket":"([^"]+)"/.exec(text)?.[1] ?? "";
      return text;
    },
    async step(name, body = {}, headers = {}) {
      if (name.startsWith("send-")) service.clock.advance(1);
      if (visitor.ticket === "") await visitor.load();
      const request = new Request(`${service.baseUrl}/auth/${tenancy.id}/account/steps/${name}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          origin: service.baseUrl,
          "sec-fetch-site": "same-origin",
          "x-keystead-client-address": "203.0.113.7",
          ...(visitor.cookie === "" ? {} : { cookie: `keystead-account=${visitor.cookie}` }),
          ...headers,
        },
        body: JSON.stringify({ ticket: visitor.ticket, ...body }),
      });
      const response = await takeAccountStep(request, {
        params: Promise.resolve({ tenancyId: tenancy.id, step: name }),
      });
      keep(response.headers);
      const text = await response.text();
      const parsed = (text === "" ? {} : JSON.parse(text)) as ApiReply["body"];
      if (name !== "download" && typeof parsed["ticket"] === "string")
        visitor.ticket = parsed["ticket"];
      return { status: response.status, headers: response.headers, text, body: parsed };
    },
    signIn: async (phone) => visitor.step("passkey-sign-in", await assertion(phone)),
    confirm: async (phone) => visitor.step("confirm", await assertion(phone)),
    async signInByCode(email) {
      const { body } = await visitor.step("send-code", { email });
      const code = await readCode(service, tenancy, body["digits"] as number);
      return visitor.step("check-code", { pending: body["pending"], code });
    },
    async add(phone) {
      const options = await visitor.step("new-passkey-options");
      if (options.status !== 200) return options;
      const { sessionToken, optionsJSON } = options.body as unknown as CreationOptions;
      return visitor.step("new-passkey", {
        sessionToken,
        response: phone.register(optionsJSON),
      });
    },
    async prove() {
      const { body } = await visitor.step("send-proof");
      const code = await readCode(service, tenancy, body["digits"] as number);
      return visitor.step("check-proof", { pending: body["pending"], code });
    },
  };
  return visitor;
}
