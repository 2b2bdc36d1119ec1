import { randomBytes } from "node:crypto";
import { withRequestFacts, type RequestFacts } from "@/lib/console/request-facts";
import type { Service, TenancyContext } from "@/lib/domain/context";
import { openSession } from "@/lib/domain/operator/session/open-session";
import { systemContext } from "@/lib/domain/operator/operator-context";
import type { OperatorRole } from "@/lib/domain/operator/permission";
import { requireEmail } from "@/lib/domain/user/email";

interface Wanted {
  /** Absent: an owner of the installation. */
  tenancyId?: string;
  role?: OperatorRole;
  signIn?: "passkey" | "code";
  isSteppedUp?: boolean;
  email?: string;
}

/** An operator who is signed in. */
export interface TestOperator {
  sub: string;
  email: string;
  /** The session cookie's value. */
  cookie: string;
  /** The system tenancy, acting as nobody yet. */
  system: TenancyContext;
  /**
   * Runs work, such as a server action, as a request of theirs; `change` makes it another's or
   * another site's.
   */
  as<T>(work: () => T, change?: Partial<RequestFacts>): T;
  /** The cookies that were set meanwhile. */
  cookies: Map<string, string>;
}

const cookieName = "keystead-operator";

/** A request from the console's own page, with or without a session. */
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

/** Makes an operator with a role and a session, without a passkey. */
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
      emailVouched: true,
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
