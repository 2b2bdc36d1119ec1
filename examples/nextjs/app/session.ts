import { randomBytes } from "node:crypto";
import { cookies } from "next/headers";
import { type Account, accountById } from "./accounts";

interface Session {
  accountId?: string;
  /** The code that was sent. Its secret stays here, so the code works only in this browser. */
  pending?: { challengeId: string; secret: string } | undefined;
}

// In memory, across reloads of the development server. In production, use a table of your database.
const store = globalThis as { sessions?: Map<string, Session> };
const sessions = (store.sessions ??= new Map());

const name = "session";

async function currentSession(): Promise<Session | undefined> {
  return sessions.get((await cookies()).get(name)?.value ?? "");
}

/** Replaces the session with one of a new id: someone may know the old one. */
async function replaceSession(session: Session): Promise<void> {
  await closeSession();
  const id = randomBytes(32).toString("base64url");
  sessions.set(id, session);
  const secure = process.env.NODE_ENV === "production";
  (await cookies()).set(name, id, { httpOnly: true, sameSite: "lax", secure });
}

export async function currentAccount(): Promise<Account | undefined> {
  const { accountId } = (await currentSession()) ?? {};
  return accountId === undefined ? undefined : accountById(accountId);
}

export const setPending = (pending: Session["pending"]) => replaceSession({ pending });
export const pendingCode = async () => (await currentSession())?.pending;
export const openSession = (accountId: string) => replaceSession({ accountId });

export async function closeSession(): Promise<void> {
  const jar = await cookies();
  sessions.delete(jar.get(name)?.value ?? "");
  jar.delete(name);
}
