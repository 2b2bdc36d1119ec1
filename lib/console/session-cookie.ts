import { lifetimes } from "@/lib/limits";
import { isSecureSite, type RequestFacts } from "./request-facts";

/** Adds the `__Host-` prefix on https. Browsers reject it without TLS, as in local mode. */
export const hostCookie = (name: string): string => (isSecureSite() ? `__Host-${name}` : name);

const nameOf = () => hostCookie("keystead-operator");

export const readSessionCookie = ({ cookie }: RequestFacts): string | undefined => cookie(nameOf());

/** Sets the session cookie for the session's maximum age. The server enforces the idle timeout. */
export const setSessionCookie = ({ setCookie }: RequestFacts, value: string): void =>
  setCookie(nameOf(), value, { maxAgeSeconds: lifetimes.operatorSessionMs / 1_000 });

export const dropSessionCookie = ({ setCookie }: RequestFacts): void =>
  setCookie(nameOf(), "", { maxAgeSeconds: 0 });
