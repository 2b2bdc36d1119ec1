import { lifetimes } from "@/lib/limits";
import { isSecureSite, type RequestFacts } from "./request-facts";

/** The cookie's name. Local mode has no TLS, and without it browsers refuse the prefix. */
export const hostCookie = (name: string): string => (isSecureSite() ? `__Host-${name}` : name);

const nameOf = () => hostCookie("keystead-operator");

export const readSessionCookie = ({ cookie }: RequestFacts): string | undefined => cookie(nameOf());

/** For the session's seven days; the twelve idle hours are the server's to keep. */
export const setSessionCookie = ({ setCookie }: RequestFacts, value: string): void =>
  setCookie(nameOf(), value, { maxAgeSeconds: lifetimes.operatorSessionMs / 1_000 });

export const dropSessionCookie = ({ setCookie }: RequestFacts): void =>
  setCookie(nameOf(), "", { maxAgeSeconds: 0 });
