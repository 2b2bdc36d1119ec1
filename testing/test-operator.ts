import { randomBytes } from "node:crypto";
import { type RequestFacts, withRequestFacts } from "@/lib/console/request-facts";
import { openSession } from "@/lib/domain/admin/operator/session/open-session";
import { systemContext } from "@/lib/domain/admin/operator/system-tenancy";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import type { OperatorRole } from "@/lib/domain/base/permission";

interface Wanted {
  /** If absent, creates a system owner. */
  tenancyId?: string;
  role?: OperatorRole;
  signIn?: "passkey" | "code";
  isSteppedUp?: boolean;
  email?: string;
}

/** A signed-in operator. */
export interface TestOperator {
  sub: string;
  email: string;
  /** The session cookie's value. */
  cookie: string;
  /** The system tenancy's context without an actor. */
  system: TenancyContext;
  /**
   * Runs work, such as a server action, in a request of this operator. `change` replaces parts of
   * the request.
   */
  as<T>(work: () => T, change?: Partial<RequestFacts>): T;
  /** Cookies set during the request. */
  cookies: Map<string, string>;
}

const cookieName = "keystead-operator";

/** Creates a request from the console's page, with or without a session. */
export function requestFacts(
  service: Pick<Service, "baseUrl" | "createId">,
  cookie: string | undefined,
  jar = new Map<string, string>(),
): RequestFacts {
  if (cookie !== undefined) jar.set(cookieName, cookie);
  return {
    requestId: service.createId(),
    client: { address: "192.0.2.7", userAgent: "tests", origin: service.baseUrl },
    cookie: (name) => jar.get(name),
    setCookie: (name, value) => void (value === "" ? jar.delete(name) : jar.set(name, value)),
  };
}

/** Creates an operator with a role and a session, without a passkey. */
export async function createTestOperator(
  service: Service,
  { tenancyId, role = "owner", signIn = "passkey", isSteppedUp = true, email }: Wanted = {},
): Promise<TestOperator> {
  const system = await systemContext(service, { requestId: service.createId(), client: {} });
  const address = requireEmail(email ?? `${randomBytes(6).toString("hex")}@operators.example`);
  const now = new Date(service.clock.now());
  const sub = service.createId();
  await service.db.user.create({
    data: {
      tenancyId: system.tenancy.id,
      sub,
      email: address.shown,
      emailNormalized: address.normalized,
      emailOwned: true,
      selfService: false,
      createdAt: now,
      updatedAt: now,
    },
  });
  await service.db.operator.create({
    data: { tenancyId: tenancyId ?? system.tenancy.id, sub, role, createdAt: now },
  });
  const cookie = await service.db.$transaction((tx) =>
    openSession(system, tx, { sub, signIn, passkeyId: null, isSteppedUp }),
  );
  const cookies = new Map<string, string>();
  return {
    sub,
    email: address.shown,
    cookie,
    system,
    cookies,
    as: (work, change) =>
      withRequestFacts({ ...requestFacts(service, cookie, cookies), ...change }, work),
  };
}
